#include "views/parts/part_names.h"

#include <algorithm>

#include <QCoreApplication>

namespace regard {

namespace {

struct PartNameText {
    Q_DECLARE_TR_FUNCTIONS(PartNames)
};

bool readsEncoder(const StreamPart &part)
{
    return part.sublayer && part.sublayer->kind == SublayerKind::CrossAttention;
}

QString layerOfPart(const StreamPart &part)
{
    return QString::number(part.sublayer ? part.sublayer->layer + 1 : 0);
}

QString groupTitle(const StreamPart &part)
{
    switch (part.kind) {
    case PartKind::Head:
    case PartKind::Attention:
        return readsEncoder(part) ? PartNameText::tr("layer %1 · cross heads").arg(layerOfPart(part))
                                  : PartNameText::tr("layer %1 · heads").arg(layerOfPart(part));
    case PartKind::Bias:
        return PartNameText::tr("biases");
    case PartKind::Token:
    case PartKind::Position:
    case PartKind::TokenType:
    case PartKind::FeedForward:
    case PartKind::Distance:
        break;
    }
    return partTitle(part);
}

QString shortGroupTitle(const StreamPart &part)
{
    switch (part.kind) {
    case PartKind::Head:
    case PartKind::Attention:
        return readsEncoder(part) ? PartNameText::tr("cross heads %1").arg(layerOfPart(part))
                                  : PartNameText::tr("heads %1").arg(layerOfPart(part));
    case PartKind::FeedForward:
        return PartNameText::tr("feed-forward %1").arg(layerOfPart(part));
    case PartKind::Bias:
    case PartKind::Token:
    case PartKind::Position:
    case PartKind::TokenType:
    case PartKind::Distance:
        break;
    }
    return groupTitle(part);
}

QString kindTitle(const StreamPart &part)
{
    switch (part.kind) {
    case PartKind::Token:
        return PartNameText::tr("the word");
    case PartKind::Position:
        return PartNameText::tr("its position");
    case PartKind::TokenType:
        return PartNameText::tr("its token type");
    case PartKind::Head:
    case PartKind::Attention:
        return PartNameText::tr("heads");
    case PartKind::FeedForward:
        return PartNameText::tr("feed-forward layers");
    case PartKind::Bias:
    case PartKind::Distance:
        break;
    }
    return PartNameText::tr("biases");
}

QString singleTitle(const StreamPart &part)
{
    return part.kind == PartKind::Bias ? groupTitle(part) : partTitle(part);
}

QString shortSingleTitle(const StreamPart &part)
{
    if (part.kind != PartKind::Head)
        return shortGroupTitle(part);
    return (readsEncoder(part) ? PartNameText::tr("cross head %1.%2") : PartNameText::tr("head %1.%2"))
        .arg(layerOfPart(part))
        .arg(part.head + 1);
}

/// Joins the parts of one title, wherever they stand; biases come last.
std::vector<PartGroup> groupedByTitle(const std::vector<StreamPart> &parts, QString (*title)(const StreamPart &),
                                      QString (*brief)(const StreamPart &) = shortGroupTitle)
{
    std::vector<PartGroup> groups;
    for (const bool areBiases : {false, true})
        for (int i = 0; i < int(parts.size()); ++i) {
            const StreamPart &part = parts[std::size_t(i)];
            if ((part.kind == PartKind::Bias) != areBiases)
                continue;
            const QString of = title(part);
            const auto found =
                std::find_if(groups.begin(), groups.end(), [&](const PartGroup &group) { return group.title == of; });
            if (found != groups.end())
                found->parts.push_back(i);
            else
                groups.push_back({of, brief(part), {i}});
        }
    return groups;
}

} // namespace

QString partTitle(const StreamPart &part)
{
    switch (part.kind) {
    case PartKind::Token:
        return PartNameText::tr("word");
    case PartKind::Position:
        return PartNameText::tr("position");
    case PartKind::TokenType:
        return PartNameText::tr("token type");
    case PartKind::Head:
        return readsEncoder(part)
                   ? PartNameText::tr("layer %1 · cross head %2").arg(layerOfPart(part)).arg(part.head + 1)
                   : PartNameText::tr("layer %1 · head %2").arg(layerOfPart(part)).arg(part.head + 1);
    case PartKind::Attention:
        return readsEncoder(part) ? PartNameText::tr("layer %1 · cross-attention").arg(layerOfPart(part))
                                  : PartNameText::tr("layer %1 · attention").arg(layerOfPart(part));
    case PartKind::FeedForward:
        return PartNameText::tr("layer %1 · feed-forward").arg(layerOfPart(part));
    case PartKind::Bias:
        return PartNameText::tr("bias %1").arg(QString::fromStdString(part.bias));
    case PartKind::Distance:
        break;
    }
    return PartNameText::tr("distance");
}

std::string partWord(const StreamPart &part)
{
    const std::string layer = layerOfPart(part).toStdString();
    const std::string place = (readsEncoder(part) ? "cross." : "") + layer;
    switch (part.kind) {
    case PartKind::Token:
        return "token";
    case PartKind::Position:
        return "position";
    case PartKind::TokenType:
        return "token_type";
    case PartKind::Head:
        return "head " + place + "." + std::to_string(part.head + 1);
    case PartKind::Attention:
        return "attention " + place;
    case PartKind::FeedForward:
        return "ffn " + layer;
    case PartKind::Bias:
        return "bias " + part.bias;
    case PartKind::Distance:
        break;
    }
    return "distance";
}

std::vector<PartGroup> partGroups(const std::vector<StreamPart> &parts)
{
    return groupedByTitle(parts, groupTitle);
}

std::vector<PartGroup> singleParts(const std::vector<StreamPart> &parts)
{
    return groupedByTitle(parts, singleTitle, shortSingleTitle);
}

std::vector<PartGroup> partKinds(const std::vector<StreamPart> &parts)
{
    return groupedByTitle(parts, kindTitle);
}

} // namespace regard
