#include "texts.h"

#include <QStringList>

using namespace Qt::Literals::StringLiterals;

namespace regard::monkey {

QString someText(Dice &dice)
{
    static const QStringList texts{u""_s,
                                   u"a"_s,
                                   u"the cat"_s,
                                   u"it was dry-cleaned, wasn't it?"_s,
                                   u"猫 坐 在 垫子 上"_s,
                                   u"<b>&amp;</b> \"quoted\" \\ %1 %n"_s,
                                   u"naïve café e\u0301 \u202eabc\u202c"_s,
                                   u"👩‍👩‍👧 flag 🇨🇳"_s,
                                   u"  spaces   and\ttabs "_s,
                                   u"0.5"_s,
                                   u"3"_s};
    return dice.oneIn(3) ? someNumber(dice) : dice.of(texts);
}

QString someSentence(Dice &dice)
{
    static const QStringList words{u"the"_s,   u"cat"_s, u"sat"_s, u"on"_s,     u"it"_s, u"because"_s, u"was"_s,
                                   u"tired"_s, u"x1"_s,  u"x2"_s,  u"[MASK]"_s, u"猫"_s, u"垫子"_s,    u"mat."_s};
    if (dice.oneIn(6))
        return someText(dice);
    const int count = dice.oneIn(40) ? 40 : dice.between(1, 8);
    QStringList sentence;
    for (int i = 0; i < count; ++i)
        sentence << dice.of(words);
    return sentence.join(u' ');
}

QString someNumber(Dice &dice)
{
    static const QStringList odd{u"-0"_s, u"1e9"_s, u"nan"_s, u"1e-40"_s, u","_s, u"--1"_s, u"99999999999"_s, u"1/3"_s};
    if (dice.oneIn(8))
        return dice.of(odd);
    return dice.oneIn(2) ? QString::number(dice.between(0, 8)) : QString::number(dice.between(-200, 200) / 100.0);
}

QString someBlock(Dice &dice)
{
    if (dice.oneIn(4))
        return someText(dice);
    const int rows = dice.between(1, 5);
    const int columns = dice.between(1, 5);
    const QChar between = dice.oneIn(3) ? u',' : u'\t';
    QString block;
    for (int row = 0; row < rows; ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            cells << someNumber(dice);
        block += cells.join(between) + (dice.oneIn(2) ? u"\r\n"_s : u"\n"_s);
    }
    return block;
}

} // namespace regard::monkey
