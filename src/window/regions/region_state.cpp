#include "window/regions/region_state.h"

#include <algorithm>
#include <cmath>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

namespace regard {

namespace {

constexpr int longest = 100'000; ///< pixels, of anything that is remembered

QString wordOf(PanelId panel)
{
    return QString::fromStdString(panelWord(panel));
}

std::optional<PanelId> panelAt(const QJsonValue &value)
{
    return panelOfWord(value.toString().toStdString());
}

int lengthAt(const QJsonValue &value)
{
    return std::clamp(value.toInt(), 0, longest);
}

QJsonObject jsonOf(const ModeChoice &choice)
{
    QJsonArray inspector;
    for (const PanelId panel : choice.inspector)
        inspector.append(wordOf(panel));
    QJsonObject json{{u"inspector"_s, inspector},
                     {u"inspectorWidth"_s, choice.inspectorWidth},
                     {u"stripHeight"_s, choice.stripHeight},
                     {u"split"_s, choice.split}};
    if (choice.picture)
        json.insert(u"picture"_s, wordOf(*choice.picture));
    if (choice.both)
        json.insert(u"both"_s, *choice.both);
    return json;
}

ModeChoice choiceOf(const QJsonObject &json)
{
    ModeChoice choice;
    for (const QJsonValue &word : json.value("inspector"_L1).toArray())
        if (const std::optional<PanelId> panel = panelAt(word))
            choice.inspector.push_back(*panel);
    choice.picture = panelAt(json.value("picture"_L1));
    if (const QJsonValue both = json.value("both"_L1); both.isBool())
        choice.both = both.toBool();
    choice.inspectorWidth = lengthAt(json.value("inspectorWidth"_L1));
    choice.stripHeight = lengthAt(json.value("stripHeight"_L1));
    const double split = json.value("split"_L1).toDouble(0.5);
    choice.split = split > 0 && split < 1 ? split : 0.5;
    return choice;
}

const std::array<QString, 2> &kindWords()
{
    static const std::array<QString, 2> words{u"toy"_s, u"checkpoint"_s};
    return words;
}

} // namespace

ModeChoice &RegionState::choice(Kind kind)
{
    return choices[kind].try_emplace(mode, usualChoice(mode)).first->second;
}

const ModeChoice &RegionState::choice(Kind kind) const
{
    return const_cast<RegionState *>(this)->choice(kind);
}

QString RegionState::toText() const
{
    QJsonObject json{{u"mode"_s, QLatin1String(spelling(mode))}};
    for (const Kind kind : {Toy, Checkpoint}) {
        QJsonObject modes;
        for (const auto &[each, choice] : choices[kind])
            modes.insert(QLatin1String(spelling(each)), jsonOf(choice));
        json.insert(kindWords()[kind], modes);
    }
    QJsonObject places;
    for (const auto &[panel, place] : windows)
        places.insert(wordOf(panel), QJsonArray{place.x(), place.y(), place.width(), place.height()});
    json.insert(u"windows"_s, places);
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

std::optional<RegionState> RegionState::fromText(const QString &text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    if (!document.isObject() || !document.object().value("mode"_L1).isString())
        return std::nullopt;
    const QJsonObject json = document.object();
    RegionState state;
    state.mode = modeOfWord(json.value("mode"_L1).toString());
    for (const Kind kind : {Toy, Checkpoint}) {
        const QJsonObject modes = json.value(kindWords()[kind]).toObject();
        for (const ModeRow &row : modeRows())
            if (const QJsonValue choice = modes.value(QLatin1String(spelling(row.mode))); choice.isObject())
                state.choices[kind][row.mode] = choiceOf(choice.toObject());
    }
    const QJsonObject places = json.value("windows"_L1).toObject();
    for (auto place = places.begin(); place != places.end(); ++place) {
        const QJsonArray numbers = place.value().toArray();
        const std::optional<PanelId> panel = panelOfWord(place.key().toStdString());
        if (!panel || numbers.size() != 4)
            continue;
        state.windows[*panel] =
            QRect(std::clamp(numbers[0].toInt(), -longest, longest), std::clamp(numbers[1].toInt(), -longest, longest),
                  lengthAt(numbers[2]), lengthAt(numbers[3]));
    }
    return state;
}

RegionState fromDocks(const DockSettings &docks)
{
    RegionState state;
    state.mode = docks.arrangement == "edit"_L1   ? Mode::Edit
                 : docks.arrangement == "read"_L1 ? Mode::Explain
                                                  : Mode::Explore;
    ModeChoice choice = usualChoice(state.mode);
    for (const QString &word : docks.open) {
        const std::optional<PanelId> panel = panelOfWord(word.toStdString());
        const ModeRow &row = rowOf(state.mode);
        const bool stands =
            !panel || panel == row.strip || panel == PanelId::Heads || panel == PanelId::Why ||
            std::find(row.pictures.begin(), row.pictures.end(), *panel) != row.pictures.end() ||
            std::find(choice.inspector.begin(), choice.inspector.end(), *panel) != choice.inspector.end();
        // Every window of 1.0 had the weights open in Explore.
        if (!stands && panel != PanelId::Weights && panel != PanelId::Model)
            choice.inspector.push_back(*panel);
    }
    if (docks.showsLinks != docks.showsHeatmap) {
        choice.picture = docks.showsLinks ? PanelId::Links : PanelId::Heatmap;
        choice.both = false;
    }
    for (auto &kind : state.choices)
        kind[state.mode] = choice;
    return state;
}

} // namespace regard
