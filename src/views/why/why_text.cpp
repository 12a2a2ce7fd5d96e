#include "views/why/why_text.h"

#include <algorithm>

#include <QCoreApplication>

#include "draw/even_number.h"
#include "draw/token_label.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr int longestName = 24; // letters

struct WhyText {
    Q_DECLARE_TR_FUNCTIONS(WhyText)
};

using Look = WhyRun::Look;

class PhraseWriter {
public:
    PhraseWriter(const WhyData &data, int explained) : m_data(data), m_explained(explained) {}

    std::vector<WhyPhrase> write()
    {
        for (std::size_t i = 0; i < m_data.parts.size(); ++i)
            writePart(i);
        writeOthers();
        writeWeight();
        writeKeys();
        writeBefore();
        for (const QString &note : m_data.notes)
            phrase({{note, StepRole::Plain, Look::Muted}});
        return std::move(m_phrases);
    }

private:
    QString number(double value) const { return stepNumberText(value, m_data.digits); }
    /// "<0.0001" instead of "6.9e-20".
    QString weight(double value) const
    {
        constexpr int mostDigits = 4;
        return value < 1e-4 ? evenNumber(value, mostDigits) : number(value);
    }

    WhyPhrase &phrase(std::vector<WhyRun> runs, bool starts = false)
    {
        m_phrases.push_back({std::move(runs), -1, starts});
        return m_phrases.back();
    }

    std::vector<WhyRun> component(const char *letter, int component, double value, StepRole role) const
    {
        return {{QStringLiteral("%1[%2] ").arg(QLatin1String(letter)).arg(component), role, Look::Muted},
                {number(value), role}};
    }

    void writePart(std::size_t place)
    {
        const WhyPart &part = m_data.parts[place];
        std::vector<WhyRun> runs;
        const auto add = [&runs](std::vector<WhyRun> more) { runs.insert(runs.end(), more.begin(), more.end()); };
        if (place > 0)
            add({{QStringLiteral("+ ")}});
        if (m_data.isAdditive) {
            add(component("w_a", part.component, part.additive, StepRole::Plain));
            add({{QStringLiteral(" × tanh(")}});
        }
        add(component(m_data.isGeneral ? "qW" : "q", part.qColumn, part.q, StepRole::Query));
        add({{m_data.isAdditive ? QStringLiteral(" + ") : QStringLiteral(" × ")}});
        add(component("k", part.kColumn, part.k, StepRole::Key));
        add({{m_data.isAdditive ? QStringLiteral(") = ") : QStringLiteral(" = ")},
             {number(part.value), StepRole::Score}});
        const bool isExplained = int(place) < m_explained;
        phrase(std::move(runs), isExplained || int(place) == m_explained).column = isExplained ? 0 : -1;
        if (!isExplained)
            return;
        writeSide(part.ofQuery, StepRole::Query, 1);
        writeSide(part.ofKey, StepRole::Key, 2);
    }

    QString termText(const WhyTerm &term) const
    {
        if (term.cell.isEmpty())
            return QStringLiteral("%1 %2").arg(term.name, number(term.value));
        if (term.input == 1)
            return QStringLiteral("%1 → %2 = %3").arg(term.name, term.cell, number(term.value));
        return QStringLiteral("%1 %2 × %3 %4 = %5")
            .arg(term.name, number(term.input), term.cell, number(term.weight), number(term.value));
    }

    void writeSide(const WhySide &side, StepRole role, int column)
    {
        QStringList texts;
        for (const WhyTerm &term : side.terms)
            texts.append(termText(term));
        if (side.others > 0)
            texts.append(othersText(side.others, side.othersSum));
        if (!texts.isEmpty())
            phrase({{texts.join(QStringLiteral(", ")), role}}).column = column;
    }

    QString othersText(int count, double sum) const
    {
        return count == 1 ? WhyText::tr("1 other %1").arg(number(sum))
                          : WhyText::tr("%1 others together %2").arg(count).arg(number(sum));
    }

    void writeOthers()
    {
        const bool isFirst = m_data.parts.empty();
        if (m_data.others > 0) {
            const QString text = m_data.othersAreZero
                                     ? isFirst ? WhyText::tr("each product 0") : WhyText::tr("all others 0")
                                     : othersText(m_data.others, m_data.othersSum);
            phrase({{isFirst ? text : QStringLiteral("+ ") + text}}, m_explained >= int(m_data.parts.size()));
        }
    }

    void writeWeight()
    {
        std::vector<WhyRun> runs{{QStringLiteral("= ")},
                                 {WhyText::tr("score") + QLatin1Char(' ')},
                                 {number(m_data.score), StepRole::Score, Look::Result}};
        if (!m_data.scale.isEmpty()) {
            runs.push_back({QStringLiteral(" %1 = ").arg(m_data.scale)});
            runs.push_back({number(m_data.scaled), StepRole::Score});
        }
        if (m_data.temperature != 1 && m_data.made == WhyWeight::Softmax) {
            runs.push_back({WhyText::tr(" ÷ temperature %1 = ").arg(QString::number(m_data.temperature, 'g', 6))});
            runs.push_back({number(m_data.tempered), StepRole::Score});
        }
        phrase(std::move(runs));
        phrase({{madeText() + QLatin1Char(' ')},
                {WhyText::tr("weight") + QLatin1Char(' ')},
                {weight(m_data.weight), StepRole::Score, Look::Result}});
    }

    QString madeText() const
    {
        switch (m_data.made) {
        case WhyWeight::Softmax:
            return m_data.sink ? WhyText::tr("→ softmax with the sink %1 →").arg(number(*m_data.sink))
                               : WhyText::tr("→ softmax →");
        case WhyWeight::Uniform:
            return WhyText::tr("→ uniform, whatever the score →");
        case WhyWeight::ByHand:
            return WhyText::tr("→ set by hand, whatever the score →");
        case WhyWeight::Masked:
            break;
        }
        return WhyText::tr("→ masked: −∞ →");
    }

    void writeKeys()
    {
        QStringList texts;
        for (const WhyKey &key : m_data.keys)
            texts.append(QStringLiteral("%1 %2").arg(shortName(key.name), number(key.score)));
        const QString low = number(m_data.restLow);
        const QString high = number(m_data.restHigh);
        if (m_data.restKeys == 1)
            texts.append(WhyText::tr("the other %1").arg(low));
        else if (m_data.restKeys > 1 && low == high)
            texts.append(WhyText::tr("all others %1").arg(low));
        else if (m_data.restKeys > 1)
            texts.append(WhyText::tr("%1 others between %2 and %3").arg(m_data.restKeys).arg(low, high));
        if (m_data.maskedKeys > 0)
            texts.append(WhyText::tr("%1 masked").arg(m_data.maskedKeys));
        if (texts.isEmpty())
            texts.append(WhyText::tr("there is no other"));
        phrase({{WhyText::tr("scores of other keys:") + QLatin1Char(' ') + texts.join(QStringLiteral(" · ")),
                 StepRole::Plain, Look::Muted}});
    }

    void writeBefore()
    {
        if (!m_data.isDifference)
            return;
        phrase({{m_data.before ? WhyText::tr("pinned: score %1, weight %2")
                                     .arg(number(m_data.before->score), weight(m_data.before->weight))
                               : WhyText::tr("new: the pinned state has no such pair"),
                 StepRole::Plain, Look::Muted}});
    }

    const WhyData &m_data;
    int m_explained;
    std::vector<WhyPhrase> m_phrases;
};

} // namespace

WhyData withFewerParts(WhyData data, int count)
{
    while (int(data.parts.size()) > count) {
        ++data.others;
        data.othersSum += data.parts.back().value;
        data.othersAreZero = false;
        data.parts.pop_back();
    }
    return data;
}

std::vector<WhyPhrase> whyPhrases(const WhyData &data, int explained)
{
    return PhraseWriter(data, explained).write();
}

QString whyText(const WhyData &data)
{
    QString text = data.title;
    for (const WhyPhrase &phrase : whyPhrases(data, int(data.parts.size()))) {
        text += phrase.starts || phrase.column == 0 ? QLatin1Char('\n') : QLatin1Char(' ');
        for (const WhyRun &run : phrase.runs)
            text += run.text;
    }
    return text;
}

QString shortName(const QString &name)
{
    const QString visible = visibleToken(name);
    return visible.size() <= longestName
               ? visible
               : visible.left(longestName / 2) + QChar(0x2026) + visible.right(longestName / 2 - 1);
}

} // namespace regard
