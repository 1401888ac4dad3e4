#compdef sabotctl
# Completion of sabotctl for zsh: the program itself says which words may stand next.
_sabotctl() {
	local word
	local -a next
	for word in "${(@f)$("${words[1]}" completion words "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		case $word in
		:files) _files ;;
		:folders) _files -/ ;;
		?*) next+=("$word") ;;
		esac
	done
	compadd -a next
}
if [ "$funcstack[1]" = _sabotctl ]; then _sabotctl "$@"; else compdef _sabotctl sabotctl; fi
