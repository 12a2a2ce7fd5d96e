#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <QByteArray>
#include <QStringList>
#include <QtGlobal>

#include "cli/export/figure_command.h"
#include "draw/picture_origin.h"
#include "io/base/file_error.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Nothing where the figure is refused.
QStringList commandOf(const QByteArray &picture)
{
    try {
        return commandIn(picture);
    } catch (const Error &) {
        return {};
    }
}

/// Whether a command reads back where XML and JSON have every character of it.
bool isPlain(const QStringList &command)
{
    for (const QString &word : command)
        for (const QChar c : word)
            if (c.unicode() < 0x20 || c.unicode() >= 0x7F)
                return false;
    return true;
}

/// Whether an argument is that option; one that only begins like it is refused as unknown when it is run.
bool says(const std::string &argument, const std::string &option)
{
    return argument == option || argument.starts_with(option + "=");
}

/// What may be run: an export without outputs but those that were asked for, and of files those beside the figure.
void checkAgain(const QByteArray &picture)
{
    try {
        const std::vector<std::string> arguments = againArguments(picture, "/fuzz/figure.svg", {"out.svg"});
        require(arguments.size() >= 3 && arguments.front() == "export" && arguments.back() == "out.svg");
        for (std::size_t i = 1; i + 2 < arguments.size(); ++i) {
            const std::string &argument = arguments[i];
            require(!argument.starts_with("-o") && !says(argument, "--output") && !says(argument, "--again") &&
                    !says(argument, "--sources"));
            require(argument != "--pinned" && argument != "--off-by");
            for (const std::string start : {"", "--pinned=", "--off-by=mean-of:"})
                if (start.empty() ? !argument.starts_with("--") : argument.starts_with(start)) {
                    const std::string file = argument.substr(start.size());
                    require(file.starts_with("/fuzz/") && file.find('/', 6) == std::string::npos);
                }
        }
        require(!commandLine(arguments).empty());
    } catch (const FileError &) {
        // The one way to refuse it.
    }
}

} // namespace

/// What zlib says of damaged text, which the program's own handler leaves out too.
extern "C" int LLVMFuzzerInitialize(int *, char ***)
{
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {});
    return 0;
}

/// Any bytes have no command, or one that is a list of words and, written into a figure again, the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray picture(reinterpret_cast<const char *>(data), qsizetype(size));
    const QStringList command = commandOf(picture);
    if (command.isEmpty())
        return 0;
    checkAgain(picture);
    if (isPlain(command))
        require(commandOf(PictureOrigin(QString(), QStringLiteral("Regard"), command).xmp()) == command);
    return 0;
}
