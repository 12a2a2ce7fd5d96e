#include "cli/manual/manual_page.h"

#include "export/version.h"

namespace regard {

namespace {

/// Escapes for roff: hyphens of options stay hyphens, and no line begins with a control character.
std::string roff(const std::string &text)
{
    std::string escaped;
    for (const char c : text)
        escaped += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string bold(const std::string &text)
{
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(const std::string &text)
{
    return "\\fI" + roff(text) + "\\fR";
}

std::string sentence(const std::string &text)
{
    return roff(text) + (text.empty() || text.back() == '.' ? "" : ".");
}

/// `-o, --output OUT`
std::string heading(const OptionEntry &option)
{
    std::string line;
    for (const std::string &name : option.names)
        line += (line.empty() ? "" : ", ") + (name.starts_with('-') ? bold(name) : italic(name));
    return option.value.empty() || !option.names.front().starts_with('-') ? line : line + " " + italic(option.value);
}

std::string optionText(const OptionEntry &option)
{
    std::string text = ".TP\n" + heading(option) + "\n" + sentence(option.help) + "\n";
    if (option.words.empty())
        return text;
    std::string words;
    for (const std::string &word : option.words)
        words += (words.empty() ? "" : ", ") + bold(word);
    return text + "One of " + words + ".\n";
}

std::string optionTexts(const CommandEntry &command)
{
    std::string text;
    for (const std::vector<OptionEntry> *list : {&command.places, &command.options})
        for (const OptionEntry &option : *list)
            text += optionText(option);
    return text;
}

/// `regard export [FILE] [OPTION …]`
std::string synopsis(const CommandEntry &program, const CommandEntry &command)
{
    std::string line = bold(program.name) + (&command == &program ? "" : " " + bold(command.name));
    for (const OptionEntry &place : command.places)
        line += " [" + italic(place.name()) + "]";
    return ".br\n" + line + (command.options.size() > 1 ? " [" + italic("OPTION") + " ...]" : "") + "\n";
}

constexpr const char *fileTexts = R"(.SH FILES
A project
.RI ( NAME .regard)
is a sentence and a model, a lesson
.RI ( NAME .lesson)
pages about them; both are JSON text. A folder as the Hub ships it opens like a project. What stands in them is
described in the program's guide (F1), on the page Files and commands.
.SH ENVIRONMENT
.TP
.B OMP_NUM_THREADS
How many threads compute; left out: one for each core. Results are the same with any number.
.TP
.B XDG_CONFIG_HOME\fR, \fBXDG_STATE_HOME
Where settings are kept, and work that was not saved, until it is.
.SH EXIT STATUS
.TP
.B 0
All was written.
.TP
.B 1
A file or what it holds is wrong: one line on standard error says what.
.TP
.B 2
The command line is wrong.
)";

} // namespace

const std::vector<ManualExample> &manualExamples()
{
    static const std::vector<ManualExample> examples{
        {"regard examples", "The names of the bundled examples, for --example."},
        {"regard export --example it --head 1 --query 8 -o it.svg",
         "What the eighth word of an example attends to in head 1, as a picture."},
        {"regard export --example three-inputs --view heatmap --stage scores -o scores.pdf scores.csv",
         "The scores of the example that is computed by hand, as a picture and as a table."},
        {"regard export --source \"To be or not to be\" --set heads=4 -o be.regard be.png",
         "A project of one's own with random weights, and its picture."},
        {"regard export be.regard --pinned be.regard --off 1.2 -o without.svg",
         "What changes where head 2 of layer 1 is switched off."},
        {"regard export --again it.svg -o again.pdf",
         "The first picture again, in another format, by the command in it."},
        {"regard train --task it --steps 20 -o trained.regard curve.csv",
         "Twenty steps of training, the project and the curve."},
        {"regard info trained.regard", "What is in it."},
    };
    return examples;
}

std::string manualPage(const CommandTree &tree)
{
    const CommandEntry &program = tree.program;
    std::string page = ".TH REGARD 1 \"\" \"Regard " + std::string(version) + "\" \"User Commands\"\n";
    page += ".SH NAME\nregard \\- see how attention works, and take the picture away\n.SH SYNOPSIS\n.nh\n.ad l\n";
    page += synopsis(program, program);
    for (const CommandEntry &command : tree.commands)
        page += synopsis(program, command);
    page += ".ad b\n.hy\n.SH DESCRIPTION\n" + sentence(program.help) + "\n";
    page += "Without a command the window opens; the commands need no display.\n.SH OPTIONS\n" + optionTexts(program);
    page += ".SH COMMANDS\n";
    for (const CommandEntry &command : tree.commands)
        page += ".SS " + bold("regard " + command.name) + "\n" + sentence(command.help) + "\n" + optionTexts(command);
    page += fileTexts;
    page += ".SH EXAMPLES\n";
    for (const ManualExample &example : manualExamples())
        page += ".PP\n" + sentence(example.text) + "\n.PP\n.nf\n.RS\n" + roff(example.command) + "\n.RE\n.fi\n";
    return page;
}

} // namespace regard
