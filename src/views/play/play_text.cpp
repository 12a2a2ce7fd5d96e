#include "views/play/play_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCoreApplication>
#include <QPainter>

#include "draw/even_number.h"
#include "draw/text_width.h"
#include "draw/token_label.h"
#include "views/steps/step_layout.h"
#include "views/steps/step_text.h"

namespace regard {

namespace {

constexpr int mostProducts = 3;
constexpr std::size_t mostOutputs = 8; ///< numbers of the weighted sum that a sentence lists
constexpr double raisedSize = 0.7;

struct PlayText {
    Q_DECLARE_TR_FUNCTIONS(Play)
};

/// A sentence with its looks: <b> bold, <r> a result, <m> muted, <sup> raised, <sub> lowered. Arguments are text, put
/// in after the looks are read.
PlayLine lineOf(const QString &pattern, const QStringList &arguments = {})
{
    PlayLine line;
    PlayRun look;
    qsizetype at = 0;
    const auto add = [&](const QString &piece) {
        if (piece.isEmpty())
            return;
        PlayRun run = look;
        for (qsizetype i = 0; i < piece.size(); ++i) {
            const int number = piece[i] == u'%' && i + 1 < piece.size() ? piece[i + 1].digitValue() : -1;
            if (number < 1 || number > arguments.size())
                run.text += piece[i];
            else
                run.text += arguments.at(number - 1), ++i;
        }
        line.push_back(std::move(run));
    };
    while (at < pattern.size()) {
        const qsizetype open = pattern.indexOf(u'<', at);
        const qsizetype close = open < 0 ? -1 : pattern.indexOf(u'>', open);
        add(pattern.mid(at, close < 0 ? -1 : open - at));
        if (close < 0)
            break;
        QString tag = pattern.mid(open + 1, close - open - 1);
        const bool isOn = !tag.startsWith(u'/');
        tag.remove(u'/');
        (tag == u"b"     ? look.isBold
         : tag == u"r"   ? look.isResult
         : tag == u"m"   ? look.isMuted
         : tag == u"sup" ? look.isRaised
                         : look.isLowered) = isOn;
        at = close + 1;
    }
    return line;
}

QString number(double value)
{
    return stepShortText(value);
}

/// Writes a number for a sum or a product.
QString factor(double value)
{
    return value < 0 ? QStringLiteral("(%1)").arg(number(value)) : number(value);
}

QString listed(const std::vector<double> &values)
{
    const bool areWhole =
        std::all_of(values.begin(), values.end(), [](double value) { return value == std::round(value); });
    QStringList texts;
    for (std::size_t i = 0; i < std::min(values.size(), mostOutputs); ++i)
        texts.append(evenNumber(values[i], areWhole ? 0 : 3));
    if (values.size() > mostOutputs)
        texts.append(QStringLiteral("…"));
    return QStringLiteral("(%1)").arg(texts.join(QStringLiteral(", ")));
}

class LineWriter {
public:
    LineWriter(const PlayData &data, const PlayMoment &moment) : m_data(data), m_key(data.chosen()), m_moment(moment) {}

    std::vector<PlayLine> write()
    {
        switch (m_moment.scene) {
        case PlayScene::Meet:
            meet();
            break;
        case PlayScene::Score:
            score();
            break;
        case PlayScene::Scale:
            scale();
            break;
        case PlayScene::Mask:
            mask();
            break;
        case PlayScene::Softmax:
            softmax();
            break;
        case PlayScene::Weigh:
            weigh();
            break;
        }
        if (!m_data.notes.isEmpty())
            addLine(QStringLiteral("<m>%1</m>"), {m_data.notes.join(QStringLiteral(" · "))});
        return std::move(m_lines);
    }

private:
    void addLine(const QString &pattern, const QStringList &arguments = {})
    {
        m_lines.push_back(lineOf(pattern, arguments));
    }

    QString all() const { return QString::number(m_data.keyCount()); }
    QString others() const { return QString::number(m_data.keyCount() - 1); }

    void meet()
    {
        addLine(PlayText::tr("<b>“%1” asks with its q; every key answers with its k.</b>"), {m_data.queryName});
        addLine(PlayText::tr("<m>Each has %1 numbers, made of the word's row by W<sub>Q</sub> and W<sub>K</sub>.</m>"),
                {QString::number(m_data.q.size())});
    }

    double part(std::size_t i) const
    {
        return m_data.score == PlayScore::Additive ? m_data.additive[i] * std::tanh(m_data.q[i] + m_key.k[i])
                                                   : m_data.q[i] * m_key.k[i];
    }

    /// "4 × 4 + 2 × 1 + 0.5 (5 others)", the largest parts first.
    QString products() const
    {
        std::vector<std::size_t> order(m_key.k.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return std::abs(part(a)) > std::abs(part(b)); });
        QStringList texts;
        double rest = 0;
        int restCount = 0;
        for (const std::size_t i : order) {
            if (part(i) == 0 && (!texts.isEmpty() || (m_data.q[i] == 0 && m_key.k[i] == 0)))
                continue;
            if (texts.size() >= mostProducts) {
                rest += part(i);
                ++restCount;
            } else if (m_data.score == PlayScore::Additive) {
                texts.append(QStringLiteral("%1 × tanh(%2 + %3)")
                                 .arg(texts.isEmpty() ? number(m_data.additive[i]) : factor(m_data.additive[i]),
                                      number(m_data.q[i]), factor(m_key.k[i])));
            } else {
                texts.append(QStringLiteral("%1 × %2").arg(texts.isEmpty() ? number(m_data.q[i]) : factor(m_data.q[i]),
                                                           factor(m_key.k[i])));
            }
        }
        if (restCount > 0)
            texts.append(PlayText::tr("%1 (%2 others)").arg(factor(rest)).arg(restCount));
        return texts.isEmpty() ? QStringLiteral("0") : texts.join(QStringLiteral(" + "));
    }

    void score()
    {
        if (m_key.k.empty())
            return;
        switch (m_data.score) {
        case PlayScore::Dot:
            addLine(PlayText::tr("<b>q · k says how well they match.</b> “%1”: %2 = <r><b>%3</b></r>"),
                    {m_key.name, products(), number(m_key.score)});
            break;
        case PlayScore::General:
            addLine(PlayText::tr("<b>(q W<sub>g</sub>) · k says how well they match.</b> “%1”: %2 = <r><b>%3</b></r>"),
                    {m_key.name, products(), number(m_key.score)});
            break;
        case PlayScore::Additive:
            addLine(PlayText::tr("<b>w<sub>a</sub> · tanh(q + k) says how well they match.</b> “%1”: %2 = "
                                 "<r><b>%3</b></r>"),
                    {m_key.name, products(), number(m_key.score)});
            break;
        }
        double least = INFINITY;
        double most = -INFINITY;
        for (const PlayKey &one : m_data.keys) {
            if (one.key == m_key.key || one.key < 0)
                continue;
            least = std::min(least, one.score);
            most = std::max(most, one.score);
        }
        if (least == most)
            addLine(PlayText::tr("<m>The other %1 score %2.</m>"), {others(), number(most)});
        else if (least < most)
            addLine(PlayText::tr("<m>The scores of the other %1 lie between %2 and %3.</m>"),
                    {others(), number(least), number(most)});
    }

    void scale()
    {
        if (m_data.dKey > 0)
            addLine(PlayText::tr("<b>Long vectors make large scores: dividing by √d<sub>k</sub> evens that out.</b>"));
        else if (!m_data.scale.isEmpty())
            addLine(PlayText::tr("<b>Long vectors make large scores: the model's own multiplier evens that out.</b>"));
        else
            addLine(PlayText::tr("<b>Every score is divided by the head's temperature.</b>"));
        QString divided = number(m_key.score);
        if (!m_data.scale.isEmpty())
            divided += QLatin1Char(' ') + m_data.scale;
        if (m_data.temperature != 1)
            divided += QStringLiteral(" ÷ %1").arg(QString::number(m_data.temperature, 'g', 3));
        if (m_data.dKey > 0 && m_data.temperature != 1)
            addLine(PlayText::tr("<r>%1 = <b>%2</b></r><m> — √d<sub>k</sub>, and the head's temperature</m>"),
                    {divided, number(m_key.scaled)});
        else
            addLine(PlayText::tr("<r>%1 = <b>%2</b></r><m> for “%3”</m>"), {divided, number(m_key.scaled), m_key.name});
    }

    void mask()
    {
        addLine(
            PlayText::tr("<b>What is masked gets no share.</b> Here it is %1 of %2 keys: their scores count as −∞."),
            {QString::number(m_data.maskedKeys()), all()});
        if (m_key.isMasked)
            addLine(PlayText::tr("<m>“%1” is one of them.</m>"), {m_key.name});
        else
            addLine(PlayText::tr("<m>“%1” is allowed: its score stays %2.</m>"), {m_key.name, number(m_key.scaled)});
    }

    void softmax()
    {
        const QString share = shareInText(m_key.weight);
        if (m_data.made == PlayWeights::Given) {
            const double sum = std::accumulate(m_data.keys.begin(), m_data.keys.end(), 0.0,
                                               [](double so, const PlayKey &one) { return so + one.weight; });
            addLine(m_data.isOfWords
                        ? PlayText::tr("<b>The share of a word is the sum over its pieces</b>, and of a word "
                                       "that asks the mean over them.")
                        : PlayText::tr("<b>The file says the shares</b>, not what they were made of."));
            return addLine(PlayText::tr("<r>“%1”: <b>%2</b></r><m> — all %3 sum to %4</m>"),
                           {m_key.name, share, all(), number(std::round(sum * 1e4) / 1e4)});
        }
        if (m_data.maskedKeys() == m_data.keyCount())
            return addLine(PlayText::tr("<b>Every key is masked:</b> all shares are 0."));
        if (m_data.made == PlayWeights::Uniform) {
            addLine(PlayText::tr("<b>The softmax is switched off: every key that is allowed gets the same share.</b>"));
            return addLine(PlayText::tr("<r>1 ÷ %1 = <b>%2</b></r>"),
                           {QString::number(m_data.keyCount() - m_data.maskedKeys()), share});
        }
        if (m_data.made == PlayWeights::ByHand) {
            addLine(PlayText::tr("<b>Shares of this row are set by hand</b>; the others take what is left, in the "
                                 "softmax's proportion."));
            return addLine(PlayText::tr("<r>“%1”: <b>%2</b></r>"), {m_key.name, share});
        }
        const QString sum = exponentialText(m_data.sum);
        const QString mine = exponentialText(m_key.exponential);
        QString exponent = m_key.isMasked ? QStringLiteral("−∞") : number(m_key.scaled);
        if (m_data.shift != 0 && !m_key.isMasked)
            exponent += QStringLiteral(" − ") + factor(m_data.shift);
        addLine(
            PlayText::tr("<b>Softmax makes shares of the scores.</b> e<sup>%1</sup> = %2 for “%3”; all %4 sum to %5."),
            {exponent, mine, m_key.name, all(), sum});
        addLine(PlayText::tr("<r>%1 ÷ %2 = <b>%3</b></r><m> — the band to “%4” becomes as wide as its share.</m>"),
                {mine, sum, share, m_key.name});
        if (m_data.sink)
            addLine(
                PlayText::tr("<m>The head's sink, %1, is part of that sum and takes %2: nobody gets its share.</m>"),
                {exponentialText(*m_data.sink), shareInText(*m_data.sink / m_data.sum)});
        if (m_data.shift != 0)
            addLine(PlayText::tr("<m>e<sup>%1</sup> is beyond a computer's numbers, so the largest score is subtracted "
                                 "from each first: the shares stay the same.</m>"),
                    {number(m_data.shift)});
    }

    void weigh()
    {
        addLine(PlayText::tr("<b>“%1” takes home a mixture of all v:</b> %2 of “%3”, %4 of the other %5."),
                {m_data.queryName, shareInText(m_key.weight), m_key.name, shareInText(othersShare()), others()});
        if (m_data.made == PlayWeights::ByHand)
            addLine(PlayText::tr("<m>Shares of this row are set by hand.</m>"));
        if (m_data.sink && m_data.made == PlayWeights::Softmax)
            addLine(PlayText::tr("<m>The sink has no v: its %1 brings nothing.</m>"),
                    {shareInText(*m_data.sink / m_data.sum)});
        if (!m_data.output.empty())
            return addLine(PlayText::tr("<r>Σ share × v = <b>%1</b></r>"), {listed(m_data.output)});
        addLine(m_data.isOfWords ? PlayText::tr("<m>Pieces have a v each, words have none.</m>")
                                 : PlayText::tr("<m>The file does not say what v is.</m>"));
    }

    double othersShare() const
    {
        double share = 0;
        for (const PlayKey &one : m_data.keys)
            share += one.key == m_key.key ? 0 : one.weight;
        return share;
    }

    const PlayData &m_data;
    const PlayKey &m_key;
    PlayMoment m_moment;
    std::vector<PlayLine> m_lines;
};

/// Words that stay together when a line breaks.
struct PlayPiece {
    QString text;
    const PlayRun *run;
    bool breaks = false; ///< a line may end before it
};

std::vector<PlayPiece> piecesOf(const PlayLine &line)
{
    std::vector<PlayPiece> pieces;
    bool breaks = false;
    for (const PlayRun &run : line) {
        qsizetype from = 0;
        while (from < run.text.size()) {
            qsizetype to = run.text.indexOf(u' ', from);
            to = to < 0 ? run.text.size() : to + 1;
            // Chinese has no spaces: a line may end after any of its letters.
            for (qsizetype i = from; i < to; ++i)
                if (run.text[i].script() == QChar::Script_Han) {
                    to = i + 1;
                    break;
                }
            const QString text = run.text.mid(from, to - from);
            pieces.push_back({text, &run, breaks && !run.isRaised && !run.isLowered});
            breaks = text.endsWith(u' ') || text.back().script() == QChar::Script_Han;
            from = to;
        }
    }
    return pieces;
}

} // namespace

std::vector<PlayLine> playLines(const PlayData &data, const PlayMoment &moment)
{
    return LineWriter(data, moment).write();
}

QString plainText(const std::vector<PlayLine> &lines)
{
    QStringList texts;
    for (const PlayLine &line : lines) {
        QString text;
        for (const PlayRun &run : line)
            text += (run.isRaised ? QStringLiteral("^") : run.isLowered ? QStringLiteral("_") : QString()) + run.text;
        texts.append(text);
    }
    return texts.join(u'\n');
}

QString playTitle(const PlayData &data)
{
    const PlayKey &key = data.chosen();
    return (key.isMasked ? PlayText::tr("Why “%1” does not look at “%2”")
                         : PlayText::tr("How “%1” comes to look at “%2”"))
        .arg(data.queryName, key.name);
}

QString sceneName(const PlayData &data, PlayScene scene)
{
    switch (scene) {
    case PlayScene::Meet:
        return PlayText::tr("q meets k");
    case PlayScene::Score:
        return data.score == PlayScore::Additive  ? QStringLiteral("tanh(q + k)")
               : data.score == PlayScore::General ? QStringLiteral("(q W_g)·k")
                                                  : QStringLiteral("q·k");
    case PlayScene::Scale:
        return data.dKey > 0 ? QStringLiteral("÷ √d_k") : data.scale.isEmpty() ? QStringLiteral("÷ T") : data.scale;
    case PlayScene::Mask:
        return PlayText::tr("mask");
    case PlayScene::Softmax:
        return data.made == PlayWeights::Softmax ? PlayText::tr("softmax") : PlayText::tr("shares");
    case PlayScene::Weigh:
        break;
    }
    return PlayText::tr("weighted sum");
}

QString clockText(const PlayData &data, double seconds)
{
    return PlayText::tr("%1 of %2 s")
        .arg(int(std::floor(std::clamp(seconds, 0.0, playSeconds(data)))))
        .arg(int(playSeconds(data)));
}

QString shareText(double share, int digits)
{
    if (share <= 0 || share >= 1)
        return QString::number(share);
    const QString text = QString::number(share, 'f', digits);
    const QString nines(digits, u'9');
    if (text.toDouble() == 0)
        return QStringLiteral("<.") + QString(digits - 1, u'0') + u'1';
    return text.toDouble() < 1 ? text : QStringLiteral(">.") + nines;
}

QString shareInText(double share)
{
    constexpr int most = 4;
    for (int digits = 2; digits < most; ++digits) {
        const QString text = shareText(share, digits);
        if (!text.startsWith(u'<') && !text.startsWith(u'>'))
            return text;
    }
    return shareText(share, most);
}

QString exponentialText(double value)
{
    if (value == 0 || (value >= 1e-3 && value < 1e5)) {
        if (value == std::round(value))
            return QString::number(value, 'f', 0);
        const int whole = value < 1 ? 1 : int(std::floor(std::log10(value))) + 1;
        return QString::number(value, 'f', std::max(0, 4 - whole));
    }
    const QString plain = QString::number(value, 'e', 2); // "1.07e+13"
    const qsizetype e = plain.indexOf(u'e');
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString exponent;
    for (const QChar digit : QString::number(plain.mid(e + 1).toInt()))
        exponent += digit == u'-' ? QChar(u'⁻') : raised.at(digit.digitValue());
    return plain.left(e) + QStringLiteral("×10") + exponent;
}

double drawPlayLines(QPainter *painter, const QRectF &box, const std::vector<PlayLine> &lines, double type,
                     const Theme &theme)
{
    const double height = 1.5 * type;
    const auto fontOf = [&](const PlayRun &run) {
        const bool isSmall = run.isRaised || run.isLowered;
        return Theme::font(std::max(1.0, std::round(isSmall ? raisedSize * type : type)), run.isBold);
    };
    // What stands in one look on one line is drawn as one text.
    const auto draw = [&](const PlayRun &run, const QString &text, double x, double y) {
        if (!painter || text.isEmpty())
            return;
        const double shift = run.isRaised ? -0.35 * type : run.isLowered ? 0.2 * type : 0;
        const QColor color = run.isResult  ? stepRoleColor(theme, StepRole::Score)
                             : run.isMuted ? theme.muted
                                           : theme.text;
        drawToken(*painter, QRectF(x, y + shift, textWidth(text, fontOf(run)), height), Qt::AlignLeft, text,
                  fontOf(run), color);
    };
    double y = box.top();
    for (const PlayLine &line : lines) {
        const std::vector<PlayPiece> pieces = piecesOf(line);
        double x = box.left();
        double from = x; // where the text begins that is not drawn yet
        QString text;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const PlayPiece &piece = pieces[i];
            // Everything up to the next place where the line may end goes together.
            double width = 0;
            for (std::size_t j = i; j < pieces.size() && (j == i || !pieces[j].breaks); ++j)
                width += textWidth(pieces[j].text, fontOf(*pieces[j].run));
            const bool wraps = piece.breaks && x + width > box.right() && x > box.left();
            if (i > 0 && (wraps || piece.run != pieces[i - 1].run)) {
                draw(*pieces[i - 1].run, text, from, y);
                text.clear();
                x = wraps ? box.left() : x;
                y += wraps ? height : 0;
                from = x;
            }
            text += piece.text;
            x += textWidth(piece.text, fontOf(*piece.run));
        }
        if (!pieces.empty())
            draw(*pieces.back().run, text, from, y);
        y += height;
    }
    return y;
}

} // namespace regard
