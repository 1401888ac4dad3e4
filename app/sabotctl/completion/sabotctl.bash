# Completion of sabotctl for bash: the program itself says which words may stand next.
_sabotctl() {
	local cur=${COMP_WORDS[COMP_CWORD]} word
	COMPREPLY=()
	while IFS= read -r word; do
		case $word in
		:files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
		:folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur") ;;
		*) COMPREPLY+=("$word") ;;
		esac
	done < <("${COMP_WORDS[0]}" completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _sabotctl sabotctl
