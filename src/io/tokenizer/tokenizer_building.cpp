#include "io/tokenizer/tokenizer_building.h"

#include <utility>
#include <vector>

#include "engine/base/message.h"
#include "io/base/file_error.h"
#include "io/base/quoted_name.h"
#include "io/tokenizer/tokenizer_vocabulary.h"
#include "text/base/tokenizer_error.h"
#include "text/file_tokenizer.h"
#include "text/piece_pairs.h"

namespace regard {

namespace {

std::string sentenceOf(const TokenizerError &error)
{
    using Kind = TokenizerError::Kind;
    const std::vector<std::string> &parts = error.parts();
    switch (error.kind()) {
    case Kind::TokenTwice:
        return Message::tr("the token %1 stands twice in the vocabulary, with the ids %2 and %3",
                           {quotedToken(parts[0]), parts[1], parts[2]});
    case Kind::MergeUnknown:
        return Message::tr("merge %1 joins %2 and %3, but the vocabulary has no token %4",
                           {parts[0], quotedToken(parts[1]), quotedToken(parts[2]), quotedToken(parts[3])});
    case Kind::UnknownMissing:
        return Message::tr("the vocabulary lacks the token %1, which stands for unknown words",
                           {quotedToken(parts[0])});
    case Kind::AddedElsewhere:
        return Message::tr("the added token %1 has the id %2, but the vocabulary gives it %3",
                           {quotedToken(parts[0]), parts[1], parts[2]});
    case Kind::TemplateBeyond:
        return Message::tr("the template names the id %1, but there are only %2 tokens", {parts[0], parts[1]});
    case Kind::SentencePiece:
        // If the bytes cannot be parsed at all, the library's message is a line of its own source.
        if (parts[0].find(".cc(") == std::string::npos)
            return Message::tr("is not a SentencePiece model: %1", {parts[0]});
        [[fallthrough]];
    case Kind::Damaged:
        return Message::tr("is not a SentencePiece model, or not a complete one");
    case Kind::NoPieces:
        return Message::tr("is not a SentencePiece model: it has no pieces");
    case Kind::Replacements:
        return Message::tr("its table of replacements is not a complete one");
    case Kind::Expression:
        return Message::tr("%1 in the expression %2 is not supported",
                           {quotedName(parts[1], 40), quotedName(parts[0], 200)});
    case Kind::ExpressionTime:
        return Message::tr("the expression %1 takes too long to match this text", {quotedName(parts[0], 200)});
    }
    return {};
}

/// The result of `make`; its TokenizerError becomes a FileError.
template <typename Make>
auto named(const std::string &name, Make make)
{
    try {
        return make();
    } catch (const TokenizerError &error) {
        throw FileError(name, sentenceOf(error));
    }
}

} // namespace

std::shared_ptr<const TrainedTokenizer> builtTokenizer(TokenizerDefinition definition, const std::string &name)
{
    definition.fail = [name](const TokenizerError &error) { throw FileError(name, sentenceOf(error)); };
    return named(name, [&] { return makeTokenizer(std::move(definition)); });
}

std::shared_ptr<const TrainedTokenizer> builtTokenizer(SentencePieceDefinition definition, const std::string &name)
{
    return named(name, [&] { return makeSentencePieceTokenizer(std::move(definition)); });
}

SentencePieceInventory sentencePieces(const std::string &model, const std::string &name)
{
    return named(name, [&] { return readSentencePieces(model); });
}

std::vector<std::pair<std::string, std::string>> pieceMerges(const std::vector<std::string> &pieces,
                                                             const std::string &name)
{
    return named(name, [&] { return mergesOfPieces(pieces); });
}

std::vector<std::pair<std::string, std::string>> pieceMerges(const SentencePieceInventory &inventory,
                                                             const std::string &name)
{
    return named(name, [&] { return mergesOfPieces(inventory.pieces, inventory.scores, inventory.isNormal); });
}

} // namespace regard
