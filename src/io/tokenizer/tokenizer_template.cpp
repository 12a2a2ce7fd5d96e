#include "io/tokenizer/tokenizer_template.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/base/message.h"

namespace regard {

namespace {

using PieceKind = TemplatePiece::Kind;
using Ids = std::map<std::string, std::vector<int>>;

/// `special_tokens`: the ids for each name in a template.
Ids readIds(const TokenizerField &field)
{
    Ids ids;
    for (const TokenizerField &token : field.members()) {
        std::vector<int> &of = ids[token.at("id").text()];
        for (const TokenizerField &id : token.at("ids").items())
            of.push_back(id.whole());
    }
    return ids;
}

void addSequence(const TokenizerField &sequence, std::vector<TemplatePiece> &pieces)
{
    const std::string id = sequence.at("id").text();
    if (id != "A" && id != "B")
        sequence.fail(Message::tr("the sequence \"%1\" is neither A nor B", {id}));
    pieces.push_back({id == "A" ? PieceKind::First : PieceKind::Second, 0, sequence.at("type_id").whole(0)});
}

void addSpecial(const TokenizerField &special, const Ids &ids, std::vector<TemplatePiece> &pieces)
{
    const std::string name = special.at("id").text();
    const auto found = ids.find(name);
    if (found == ids.end())
        special.fail(Message::tr("the token \"%1\" is not among the template's special_tokens", {name}));
    for (const int id : found->second)
        pieces.push_back({PieceKind::Token, id, special.at("type_id").whole(0)});
}

std::vector<TemplatePiece> readPieces(const TokenizerField &field, const Ids &ids, bool isPair)
{
    std::vector<TemplatePiece> pieces;
    for (const TokenizerField &item : field.items())
        if (const TokenizerField special = item.at("SpecialToken"); !special.isNull())
            addSpecial(special, ids, pieces);
        else
            addSequence(item.at("Sequence"), pieces);
    const auto count = [&](PieceKind kind) {
        return std::count_if(pieces.begin(), pieces.end(), [kind](const TemplatePiece &p) { return p.kind == kind; });
    };
    if (count(PieceKind::First) != 1 || count(PieceKind::Second) != (isPair ? 1 : 0))
        field.fail(isPair ? Message::tr("the sequences A and B must each stand there once")
                          : Message::tr("the sequence A must stand there once, and B must not"));
    return pieces;
}

/// The id in `["[SEP]", 102]`.
int readEnd(const TokenizerField &field)
{
    const std::vector<TokenizerField> items = field.items();
    if (items.size() != 2)
        field.fail(Message::tr("is not a token and its id"));
    return items[1].whole();
}

/// The number of steps that set a template.
int setTemplates(const TokenizerField &field, TokenizerDefinition &definition)
{
    if (field.isNull())
        return 0;
    const std::string type = field.at("type").text();
    if (type == "TemplateProcessing") {
        const Ids ids = readIds(field.at("special_tokens"));
        definition.single = readPieces(field.at("single"), ids, false);
        definition.pair = readPieces(field.at("pair"), ids, true);
        return 1;
    }
    if (type == "BertProcessing") {
        setBertTemplates(readEnd(field.at("cls")), readEnd(field.at("sep")), definition);
        return 1;
    }
    if (type == "RobertaProcessing") {
        setRobertaTemplates(readEnd(field.at("cls")), readEnd(field.at("sep")), definition);
        return 1;
    }
    if (type == "ByteLevel") // changes places in the text, adds nothing
        return 0;
    if (type != "Sequence")
        field.fail(Message::tr("the post-processor \"%1\" is not supported", {type}));
    int set = 0;
    for (const TokenizerField &part : field.at("processors").items())
        set += setTemplates(part, definition);
    return set;
}

} // namespace

void readTemplates(const TokenizerField &field, TokenizerDefinition &definition)
{
    if (setTemplates(field, definition) > 1)
        field.fail(Message::tr("more than one template is not supported"));
}

void setBertTemplates(int classId, int separatorId, TokenizerDefinition &definition)
{
    definition.single = {{PieceKind::Token, classId, 0}, {PieceKind::First, 0, 0}, {PieceKind::Token, separatorId, 0}};
    definition.pair = definition.single;
    definition.pair.push_back({PieceKind::Second, 0, 1});
    definition.pair.push_back({PieceKind::Token, separatorId, 1});
}

void setRobertaTemplates(int beginId, int separatorId, TokenizerDefinition &definition)
{
    definition.single = {{PieceKind::Token, beginId, 0}, {PieceKind::First, 0, 0}, {PieceKind::Token, separatorId, 0}};
    definition.pair = definition.single;
    definition.pair.push_back({PieceKind::Token, separatorId, 0});
    definition.pair.push_back({PieceKind::Second, 0, 0});
    definition.pair.push_back({PieceKind::Token, separatorId, 0});
}

void setEndTemplates(int beginId, int endId, TokenizerDefinition &definition)
{
    const auto add = [&](std::vector<TemplatePiece> &pieces, PieceKind sentence, int type) {
        if (beginId >= 0)
            pieces.push_back({PieceKind::Token, beginId, type});
        pieces.push_back({sentence, 0, type});
        if (endId >= 0)
            pieces.push_back({PieceKind::Token, endId, type});
    };
    definition.single.clear();
    definition.pair.clear();
    add(definition.single, PieceKind::First, 0);
    add(definition.pair, PieceKind::First, 0);
    add(definition.pair, PieceKind::Second, 1);
}

} // namespace regard
