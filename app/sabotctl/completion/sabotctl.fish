# Completion of sabotctl for fish: the program itself says which words may stand next.
function __sabotctl_next
    set -l typed (commandline -opc)
    set -l last (commandline -ct)
    for word in ($typed[1] completion words $typed[2..-1] "$last" 2>/dev/null)
        switch $word
            case :files
                __fish_complete_path "$last"
            case :folders
                __fish_complete_directories "$last" ""
            case '*'
                echo $word
        end
    end
end
complete -c sabotctl -f -a '(__sabotctl_next)'
