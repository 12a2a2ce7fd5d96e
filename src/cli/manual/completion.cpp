#include "cli/manual/completion.h"

#include <functional>

namespace regard {

namespace {

std::string joinedWords(const std::vector<std::string> &words, const char *between = " ")
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

/// Quotes for single quotes of bash and zsh.
std::string quotedForShell(const std::string &text)
{
    std::string escaped;
    for (const char c : text)
        escaped += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + escaped + "'";
}

std::vector<std::string> commandNames(const CommandTree &tree)
{
    std::vector<std::string> names;
    for (const CommandEntry &command : tree.commands)
        names.push_back(command.name);
    return names;
}

std::vector<std::string> optionNames(const CommandEntry &command)
{
    std::vector<std::string> names;
    for (const OptionEntry &option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

/// The program itself has no name between `regard` and its options.
void eachCommand(const CommandTree &tree, const std::function<void(const std::string &, const CommandEntry &)> &run)
{
    run("", tree.program);
    for (const CommandEntry &command : tree.commands)
        run(command.name, command);
}

std::string bashCompletion(const CommandTree &tree)
{
    std::string options;
    std::string words;
    eachCommand(tree, [&](const std::string &name, const CommandEntry &command) {
        options += "        " + quotedForShell(name) + ") words=" + quotedForShell(joinedWords(optionNames(command))) +
                   " ;;\n";
        for (const OptionEntry &option : command.options) {
            std::vector<std::string> patterns;
            for (const std::string &spelled : option.names)
                patterns.push_back(quotedForShell(name + " " + spelled));
            if (!option.words.empty())
                words += "        " + joinedWords(patterns, "|") +
                         ") words=" + quotedForShell(joinedWords(option.words)) + " ;;\n";
            else if (!option.value.empty())
                words += "        " + joinedWords(patterns, "|") + ") return ;;\n"; // a file, or what nobody can guess
        }
        if (!command.places.empty() && !command.places.front().words.empty())
            words += "        " + quotedForShell(name + " " + name) +
                     ") [[ $current == -* ]] || words=" + quotedForShell(joinedWords(command.places.front().words)) +
                     " ;;\n";
    });
    return R"(# Completion of regard for bash, as `regard completion bash` prints it.
_regard()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= words= i
    COMPREPLY=()
    # --view=links comes as three words.
    if [ "$current" = "=" ]; then
        current=
    elif [ "$previous" = "=" ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        )" +
           joinedWords(commandNames(tree), "|") +
           R"() command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case "$command $previous" in
)" + words +
           R"(    esac
    if [ -z "$words" ] && [[ $current == -* ]]; then
        case $command in
)" + options +
           R"(        esac
    elif [ -z "$words" ] && [ -z "$command" ] && [ "$COMP_CWORD" -eq 1 ]; then
        words=)" +
           quotedForShell(joinedWords(commandNames(tree))) + R"(
    fi
    [ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _regard regard
)";
}

/// Quotes for the brackets of an option of _arguments.
std::string zshHelp(const std::string &text)
{
    std::string escaped;
    for (const char c : text)
        escaped += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
    return escaped;
}

/// What comes after an option or at a place: words, a file, or anything.
std::string zshValue(const OptionEntry &option)
{
    const std::string value = option.value.empty() ? option.name() : option.value;
    return ":" + value + ":" +
           (!option.words.empty() ? "(" + joinedWords(option.words) + ")"
            : option.isFile       ? "_files"
                                  : " ");
}

std::string zshCompletion(const CommandTree &tree)
{
    std::string commands;
    std::string cases;
    std::string first;
    eachCommand(tree, [&](const std::string &name, const CommandEntry &command) {
        std::string arguments;
        for (const OptionEntry &option : command.options)
            for (const std::string &spelled : option.names) {
                const bool takesValue = !option.value.empty();
                const bool isLong = spelled.starts_with("--");
                arguments += " \\\n            " +
                             quotedForShell("*" + spelled + (takesValue ? isLong ? "=" : "+" : "") + "[" +
                                            zshHelp(option.help) + "]" + (takesValue ? zshValue(option) : ""));
            }
        if (name.empty()) {
            first = arguments;
            return;
        }
        for (const OptionEntry &place : command.places)
            arguments += " \\\n            " + quotedForShell("*" + zshValue(place));
        commands += "        " + quotedForShell(zshHelp(name) + ":" + command.help) + "\n";
        cases += "    " + name + ")\n        _arguments" + arguments + " ;;\n";
    });
    return R"(#compdef regard
# Completion of regard for zsh, as `regard completion zsh` prints it.
_regard_first()
{
    local -a commands
    commands=(
)" + commands +
           R"(    )
    _describe command commands
    _files
}
_regard()
{
    local curcontext="$curcontext" state line
    _arguments -C)" +
           first + R"( \
            '1: :_regard_first' \
            '*:: :->rest'
    [[ $state == rest ]] || return
    case $line[1] in
)" + cases +
           R"(    esac
}
if [ "$funcstack[1]" = _regard ]; then
    _regard "$@"
else
    compdef _regard regard
fi
)";
}

/// Quotes for single quotes of fish.
std::string fishQuoted(const std::string &text)
{
    std::string escaped;
    for (const char c : text)
        escaped += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
    return "'" + escaped + "'";
}

std::string fishCompletion(const CommandTree &tree)
{
    const std::string names = joinedWords(commandNames(tree));
    std::string text = "# Completion of regard for fish, as `regard completion fish` prints it.\n";
    eachCommand(tree, [&](const std::string &name, const CommandEntry &command) {
        const std::string here =
            name.empty() ? "not __fish_seen_subcommand_from " + names : "__fish_seen_subcommand_from " + name;
        const std::string begin = "complete -c regard -n " + fishQuoted(here);
        if (!name.empty())
            text += "complete -c regard -n " + fishQuoted("not __fish_seen_subcommand_from " + names) + " -a " + name +
                    " -d " + fishQuoted(command.help) + "\n";
        for (const OptionEntry &place : command.places)
            if (!place.words.empty())
                text += begin + " -f -a " + fishQuoted(joinedWords(place.words)) + "\n";
        for (const OptionEntry &option : command.options) {
            text += begin;
            for (const std::string &spelled : option.names)
                text += spelled.starts_with("--") ? " -l " + spelled.substr(2) : " -s " + spelled.substr(1);
            if (!option.words.empty())
                text += " -x -a " + fishQuoted(joinedWords(option.words));
            else if (!option.value.empty())
                text += option.isFile ? " -r" : " -x";
            text += " -d " + fishQuoted(option.help) + "\n";
        }
    });
    return text;
}

} // namespace

const std::vector<std::string> &completionShells()
{
    static const std::vector<std::string> shells{"bash", "zsh", "fish"};
    return shells;
}

std::string completion(const CommandTree &tree, const std::string &shell)
{
    return shell == "bash" ? bashCompletion(tree) : shell == "zsh" ? zshCompletion(tree) : fishCompletion(tree);
}

} // namespace regard
