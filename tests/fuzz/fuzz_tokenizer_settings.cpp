#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <QString>

#include "io/base/file_error.h"
#include "io/tokenizer/tokenizer_settings.h"

using namespace regard;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Up to four files, each but the first after a zero. Nothing between two zeros: there is no such file.
std::map<QString, std::string> filesOf(std::string_view bytes)
{
    std::map<QString, std::string> files;
    for (const char *name : {"tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json"}) {
        const std::size_t end = bytes.find('\0');
        if (const std::string_view text = bytes.substr(0, end); !text.empty())
            files.emplace(QString::fromLatin1(name), text);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    return files;
}

/// Added tokens stand once each, in the order of their ids; what a file names is answered.
void check(const TokenizerSettings &settings)
{
    const std::vector<AddedToken> &added = settings.added();
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < added.size(); ++i)
        require((i == 0 || added[i - 1].id <= added[i].id) && seen.insert(added[i].text).second);
    for (const AddedToken &token : settings.special({{"mask_token", "[MASK]"}, {"cls_token", "[CLS]"}}))
        require(token.isSpecial);
    if (!settings.names("mask_token"))
        require(settings.token("mask_token", "none") == "none");
    settings.flag("do_lower_case", true);
    settings.givesTypes(false);
    require(settings.modelNumber("no such key") == -1);
}

} // namespace

/// The small files beside a tokenizer are refused with a FileError, or say the same each time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::map<QString, std::string> files = filesOf({reinterpret_cast<const char *>(data), size});
    try {
        check(TokenizerSettings(QStringLiteral("/fuzz"), [&](const QString &name) {
            const auto found = files.find(name);
            return found == files.end() ? std::nullopt : std::optional(found->second);
        }));
    } catch (const FileError &) {
        return 0; // the one way to refuse them
    }
    return 0;
}
