#include "text/sentence_piece_file.h"

#include <cstdint>
#include <optional>
#include <string>

#include "text/base/replacement_table.h"

namespace regard {

namespace {

/// A field of a message in protocol buffers' encoding: a number, or bytes.
struct Field {
    std::uint64_t key = 0;
    std::uint64_t number = 0;
    std::string_view bytes{};
    bool isBytes = false;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) {}

    /// The next field; nothing at the end, and where the bytes are damaged.
    std::optional<Field> next()
    {
        const std::optional<std::uint64_t> tag = number();
        if (!tag)
            return std::nullopt;
        Field field;
        field.key = *tag >> 3U;
        switch (*tag & 7U) {
        case 0: {
            const std::optional<std::uint64_t> value = number();
            field.number = value.value_or(0);
            return value ? std::optional(field) : std::nullopt;
        }
        case 1:
            return taken(8, field);
        case 2: {
            const std::optional<std::uint64_t> length = number();
            field.isBytes = true;
            return length ? taken(*length, field) : std::nullopt;
        }
        case 5:
            return taken(4, field);
        default:
            return std::nullopt;
        }
    }

    /// False where next() stopped at bytes that it does not read.
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::optional<std::uint64_t> number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7FU) << shift;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    }

    std::optional<Field> taken(std::uint64_t length, Field field)
    {
        if (length > m_rest.size())
            return std::nullopt;
        field.bytes = m_rest.substr(0, std::size_t(length));
        m_rest.remove_prefix(std::size_t(length));
        return field;
    }

    std::string_view m_rest;
};

// The numbers of sentencepiece_model.proto.
enum class Part : std::uint64_t { Piece = 1, Trainer = 2, Normalizer = 3, Denormalizer = 5 };
constexpr std::uint64_t pieceText = 1;
constexpr std::uint64_t pieceKind = 3;
constexpr std::uint64_t normalKind = 1; // where none is given, too
constexpr std::uint64_t controlKind = 3;
constexpr std::uint64_t userKind = 4;
constexpr std::uint64_t modelType = 3;
constexpr std::uint64_t unigram = 1;
constexpr std::uint64_t pairMerges = 2;
constexpr std::uint64_t byteFallback = 35;
constexpr std::uint64_t replacements = 2;
constexpr std::uint64_t addsPrefix = 3;
constexpr std::uint64_t removesSpaces = 4;
constexpr std::uint64_t marksSpaces = 5;

/// A special token of the trainer: the field of its id, that of its spelling.
struct Named {
    const char *key;
    std::uint64_t idField;
    std::uint64_t textField;
    std::int32_t id;
    std::string text;
};

void readPiece(std::string_view bytes, int id, SentencePieceInventory &inventory)
{
    Reader piece(bytes);
    inventory.isNormal.push_back(true);
    while (const std::optional<Field> field = piece.next()) {
        if (field->key != pieceKind)
            continue;
        inventory.isNormal.back() = field->number == normalKind;
        if (field->number == controlKind || field->number == userKind)
            inventory.added.emplace_back(id, field->number == controlKind);
    }
}

/// Whether a piece's text has a zero byte, at which the library's table takes it to end.
bool hasZero(std::string_view bytes)
{
    Reader piece(bytes);
    while (const std::optional<Field> field = piece.next())
        if (field->key == pieceText && field->isBytes && field->bytes.find('\0') != field->bytes.npos)
            return true;
    return false;
}

void readTrainer(std::string_view bytes, SentencePieceInventory &inventory)
{
    Named tokens[] = {
        {"unk_token", 40, 45, 0, "<unk>"}, {"bos_token", 41, 46, 1, "<s>"}, {"eos_token", 42, 47, 2, "</s>"}};
    Reader trainer(bytes);
    while (const std::optional<Field> field = trainer.next()) {
        if (field->key == modelType) {
            inventory.isPairMerges = field->number == pairMerges;
            inventory.isUnigram = field->number == unigram;
        }
        if (field->key == byteFallback)
            inventory.byteFallback = field->number != 0;
        for (Named &token : tokens) {
            if (field->key == token.idField)
                token.id = std::int32_t(std::uint32_t(field->number));
            if (field->key == token.textField && !field->bytes.empty())
                token.text = field->bytes;
        }
    }
    inventory.unknown = tokens[0].text;
    for (const Named &token : tokens)
        if (token.id >= 0)
            inventory.named.emplace_back(token.key, token.text);
}

void readNormalizer(std::string_view bytes, SentencePieceInventory &inventory)
{
    Reader normalizer(bytes);
    while (const std::optional<Field> rule = normalizer.next()) {
        if (rule->key == replacements && rule->isBytes)
            inventory.replacements = rule->bytes;
        if (rule->key == addsPrefix)
            inventory.addsPrefix = rule->number != 0;
        if (rule->key == removesSpaces)
            inventory.removesSpaces = rule->number != 0;
        if (rule->key == marksSpaces)
            inventory.marksSpaces = rule->number != 0;
    }
}

} // namespace

SentencePieceInventory inventoryOf(std::string_view model)
{
    SentencePieceInventory inventory;
    Reader parts(model);
    int id = 0;
    while (const std::optional<Field> field = parts.next()) {
        if (!field->isBytes)
            continue; // protocol buffers pass over a number that has the number of a message
        if (field->key == std::uint64_t(Part::Piece)) {
            readPiece(field->bytes, id++, inventory);
        } else if (field->key == std::uint64_t(Part::Trainer)) {
            readTrainer(field->bytes, inventory);
        } else if (field->key == std::uint64_t(Part::Normalizer)) {
            readNormalizer(field->bytes, inventory);
        }
    }
    return inventory;
}

bool isSoundModel(std::string_view model)
{
    Reader parts(model);
    while (const std::optional<Field> field = parts.next()) {
        if (field->isBytes && field->key == std::uint64_t(Part::Piece) && hasZero(field->bytes))
            return false;
        const bool isRules = field->isBytes && (field->key == std::uint64_t(Part::Normalizer) ||
                                                field->key == std::uint64_t(Part::Denormalizer));
        if (!isRules)
            continue;
        Reader rules(field->bytes);
        while (const std::optional<Field> rule = rules.next())
            if (rule->key == replacements && rule->isBytes && !isSoundReplacementTable(rule->bytes))
                return false;
        if (!rules.isAtEnd())
            return false;
    }
    return parts.isAtEnd();
}

} // namespace regard
