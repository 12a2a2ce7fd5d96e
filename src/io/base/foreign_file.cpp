#include "io/base/foreign_file.h"

#include <algorithm>

#include "engine/base/message.h"
#include "io/base/file_error.h"

namespace regard {

namespace {

bool startsWithTag(std::string_view text, std::string_view tag)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    return text.size() >= tag.size() &&
           std::equal(tag.begin(), tag.end(), text.begin(), [&](char a, char b) { return a == lower(b); });
}

bool isHtml(std::string_view start)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (start.starts_with(byteOrderMark))
        start.remove_prefix(byteOrderMark.size());
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    return startsWithTag(start, "<!doctype html") || startsWithTag(start, "<html");
}

/// The name is followed by the version, a small number in four bytes.
bool isGguf(std::string_view start)
{
    return start.starts_with("GGUF") && start.size() > 7 && (start.substr(5, 3) == std::string_view("\0\0\0", 3));
}

} // namespace

void refuseForeign(std::string_view start, const std::string &file, Archives archives)
{
    constexpr std::string_view version = "version ";
    if (start.starts_with(version) && start.substr(version.size()).starts_with("https://git-lfs.github.com/spec/"))
        throw FileError(file,
                        Message::tr("is a Git LFS pointer, not the file itself: run git lfs pull in that folder"));
    if (isHtml(start))
        throw FileError(file, Message::tr("is an HTML page, not the file itself: download the file again, on the "
                                          "Hugging Face Hub by its download link (/resolve/ in place of /blob/)"));
    if (isGguf(start))
        throw FileError(file, Message::tr("is a GGUF file, which is not read: open the folder of the model that it was "
                                          "made from, with its config.json and model.safetensors"));
    const bool isArchive = start.starts_with("PK\3\4") || start.starts_with("PK\5\6");
    if (isArchive && archives == Archives::Refused)
        throw FileError(file, Message::tr("is a zip archive, not the file itself: unpack it, or, if PyTorch wrote it, "
                                          "name it pytorch_model.bin"));
}

} // namespace regard
