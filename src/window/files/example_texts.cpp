#include "window/files/example_texts.h"

#include <QCoreApplication>

namespace regard {

namespace {

// The texts of the files in resources/examples, for lupdate; a test keeps the two in agreement.
[[maybe_unused]] constexpr const char *exampleTextsTexts[] = {
    QT_TRANSLATE_NOOP("Examples", "it: the cat or the rug?"),
    QT_TRANSLATE_NOOP(
        "Examples",
        "Made by hand: in head 1 “it” asks for an animal and finds the cat, in head 2 for a thing and finds the rug; "
        "head 3 asks what was done to the rug, and head 4 looks at the word before. Set W_Q, row pronoun, column 0 "
        "from 4 to −4, and in head 1 “it” changes its mind. Unknown words get random embeddings and are underlined."),
    QT_TRANSLATE_NOOP("Examples", "Three inputs by hand"),
    QT_TRANSLATE_NOOP("Examples", "Three inputs and weights so small that every number can be found with pencil and "
                                  "paper. The scores are plain dot products; set Score to scaled dot and see the "
                                  "weights become softer."),
    QT_TRANSLATE_NOOP("Examples", "Who, what, where?"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand: “writing” asks one question a head. Head 1 asks who and finds "
                                  "Shuan, head 2 asks what and finds the paper, head 3 asks where and finds KAIST "
                                  "and office; the other words ask nothing and look evenly at all."),
    QT_TRANSLATE_NOOP("Examples", "Shuan: what is near, what is far"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand, with a residual and without scaling: “Shuan” asks in three heads, "
                                  "and side by side below the links draws each by itself. Head 1 is local: its "
                                  "score falls with the square of the distance from the next word, so it finds "
                                  "“is”, whatever stands there. Heads 2 and 3 are global: a person asks where and "
                                  "finds KAIST and office, asks what and finds the paper, however far they are. The "
                                  "residual keeps Shuan a person and adds what was found. Set W_Q, row word, column "
                                  "0 from 2 to 4, and head 1 looks two words on, at “writing”; set Score to scaled "
                                  "dot, and heads 2 and 3 look less sharply."),
    QT_TRANSLATE_NOOP("Examples", "The sizes of Vaswani et al. 2017"),
    QT_TRANSLATE_NOOP("Examples", "One attention layer as large as in “Attention Is All You Need”: d_model 512 in 8 "
                                  "heads of 64. All weights and all word rows are random: the picture shows "
                                  "arithmetic, not meaning."),
    QT_TRANSLATE_NOOP("Examples", "Xavier weights: four heads, two layers"),
    QT_TRANSLATE_NOOP("Examples", "All weights and all word rows are random: the picture shows arithmetic, not "
                                  "meaning. Xavier's rule draws every number of W_Q between ±√(6 / (16 + 16)) = "
                                  "±0.433, and by chance alone “rose” leans to “a” in head 1, to “rose” in head 2 "
                                  "and to “is” in head 4; with another Seed the heads lean elsewhere. Nothing "
                                  "tells where a word stands, so each “rose” has the same links; set Position to "
                                  "sinusoidal, and they part. Both layers have a residual and a layer norm with ε "
                                  "1e-6, and no bias: each row leaves a layer with mean 0 and variance 1."),
    QT_TRANSLATE_NOOP("Examples", "它：猫还是地毯？ · it: the cat or the rug?"),
    QT_TRANSLATE_NOOP("Examples",
                      "“它”在第一个头里找动物，看到“猫”；在第二个头里找东西，看到“地毯”；在第三个头里，“猫”看到“累”。权"
                      "重是手写的。 In head 1 它 (it) "
                      "looks at 猫 (the cat), in head 2 at 地毯 (the rug); in head 3 猫 looks at 累 (tired). "
                      "The weights are made by hand."),
    QT_TRANSLATE_NOOP("Examples", "Repeated words: what positions change"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand: head 1 finds the same word, head 2 the word before, and “chased” "
                                  "looks in head 3 at who chases, in head 4 at who is chased. Set Position to none "
                                  "and equal words get equal rows, so both “chased” look alike at every noun; set it "
                                  "back to sinusoidal and they part."),
    QT_TRANSLATE_NOOP("Examples", "Self-attention and attention: source = target"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand: all three attentions have the same weights, and source and target "
                                  "are the same sentence. So the cross-attention gives the very numbers of the "
                                  "encoder's self-attention: self-attention is attention with Source = Target. In "
                                  "head 1 a word finds its own meaning, in head 2 the word that belongs to it: "
                                  "“black” finds “cat”. The decoder's self-attention is masked, so there “black” "
                                  "cannot see “cat”, which comes later. Now open the example with source and target, "
                                  "or type another target: she loves the white dog."),
    QT_TRANSLATE_NOOP("Examples", "Self-attention and attention: source ≠ target"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand, with the weights of the example with source = target; only the "
                                  "target is French now. The queries come from the French words, the keys and values "
                                  "from the English ones: in head 1 “noir” finds “black” and “chat” finds “cat”, so "
                                  "the links cross; in head 2 “le” finds the noun that it belongs to. The encoder's "
                                  "self-attention stays as it was. The output layer uses what was found: after “le” "
                                  "it expects “chat” and not “chien”. Type “he sees the white dog” and “il voit le "
                                  "chien blanc”."),
    QT_TRANSLATE_NOOP("Examples", "Chinese → English, word by word"),
    QT_TRANSLATE_NOOP("Examples", "Made by hand: the decoder says “I am a student” one word after the other. In "
                                  "the cross-attention, head 2 finds the word to be said next: <s> looks at 我, "
                                  "“I” at 是, and both “am” and “a” at 学生, for Chinese has no “a”; head 1 only "
                                  "shows which word each one comes from, and the output does not use it. Set the "
                                  "target to <s> and generate in Output; then try 我们 是 老师, or 她 也 是 学生, "
                                  "where the order turns round. 是 stands for am, is and are alike: in head 1 of "
                                  "the encoder it finds its subject. Switch that head off, and the three are "
                                  "equally likely; switch off the encoder's head 2 instead, and it says “I am "
                                  "students”."),
    QT_TRANSLATE_NOOP("Examples", "Alignment: English and French word order"),
    QT_TRANSLATE_NOOP("Examples",
                      "Made by hand after the picture of Bahdanau et al. 2015: each French word finds the English word "
                      "that it translates. In the links and in the heatmap the order turns round at “zone économique "
                      "européenne”, which stands for “European Economic Area”; “a été” is two words for one, and “été” "
                      "also looks at “signed”. The scores are additive (concat), w_a · tanh(q + k): tanh rises only "
                      "where both words have the same meaning. Only the cross-attention does anything here: there is "
                      "no encoder layer, the decoder's self-attention adds zeros, and the output layer is random."),
    QT_TRANSLATE_NOOP("Examples", "Dates: learned attention"),
    QT_TRANSLATE_NOOP(
        "Examples",
        "Trained: a GRU with Bahdanau attention writes dates as year, month and day. In the heatmap each digit of the "
        "answer looks at what it is made of. Type another date, such as 7.11.2026 (day before month), and press "
        "Generate in the panel Output with <s> as the target sentence. Model → Train… shows how it was learned."),
};

} // namespace

QString exampleText(const QString &text)
{
    return text.isEmpty() ? text : QCoreApplication::translate("Examples", text.toUtf8().constData());
}

} // namespace regard
