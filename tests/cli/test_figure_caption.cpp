#include <string>
#include <utility>

#include <QTest>

#include "export/figure_caption.h"
#include "io/project/examples.h"
#include "paths.h"
#include "program_run.h"
#include "test_class.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// `regard export --caption`.
class TestFigureCaption : public QObject {
    Q_OBJECT

private:
    ProgramFolder m_folder;

    QString caption(const QStringList &options, const QString &file) const
    {
        const ProgramRun ran = m_folder.run(QStringList{u"export"_s} + options + QStringList{u"--caption"_s, file});
        if (ran.exitCode != 0 || !ran.err.isEmpty())
            qWarning("%s", ran.err.constData());
        return QString::fromUtf8(m_folder.bytes(file));
    }

private slots:
    /// What LaTeX would obey is printed; what it prints ends where the text does.
    void tex_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("escaped");
        QTest::newRow("plain") << u"The cat sat."_s << u"The cat sat."_s;
        QTest::newRow("special") << u"50% of_#1 & $2"_s << u"50\\% of\\_\\#1 \\& \\$2"_s;
        QTest::newRow("braces") << u"{\\x}"_s << u"\\{\\textbackslash{}x\\}"_s;
        QTest::newRow("accents") << u"a~b^c"_s << u"a\\textasciitilde{}b\\textasciicircum{}c"_s;
        QTest::newRow("quotes") << u"“a” ‘b’ \"c\" `d"_s << u"``a'' `b' {\\char34}c{\\char34} \\textasciigrave{}d"_s;
        QTest::newRow("signs") << u"−1 · 2 × 3 … <s>|"_s
                               << u"$-$1 $\\cdot$ 2 $\\times$ 3 \\dots{} \\textless{}s\\textgreater{}\\textbar{}"_s;
        QTest::newRow("Chinese") << u"猫坐在垫子上。"_s << u"猫坐在垫子上。"_s;
        QTest::newRow("lines") << u"a\nb\tc"_s << u"a b c"_s;
    }
    void tex()
    {
        QFETCH(QString, text);
        QTEST(texText(text), "escaped");
    }

    void markdown()
    {
        QCOMPARE(markdownText(u"*a* _b_ `c` [d](e) <f> #1 2 > 1 \\ ~ & | 猫\n!"_s),
                 u"\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> \\#1 2 \\> 1 \\\\ \\~ \\& \\| 猫 \\!"_s);
    }

    void ofOneState()
    {
        const QString said = caption(
            {u"--example"_s, u"it"_s, u"--head"_s, u"1"_s, u"--floor"_s, u"0.1"_s, u"-o"_s, u"it.svg"_s}, u"it.md"_s);
        QVERIFY(said.startsWith(u"Links, layer 1 · head 1."_s));
        QVERIFY(said.contains(u"Model: it: the cat or the rug? Sentence: “"_s)); // one sign at the end
        QVERIFY(said.contains(u"The width of a link is its weight. Links below 0.1 are left out."_s));
        QVERIFY2(said.endsWith(u": `regard export --example=it --head=1 --floor=0.1 -o it.svg`.\n"_s),
                 qPrintable(said));
        QVERIFY(said.contains(u"Made with Regard "_s));
        QCOMPARE(said.count(u'\n'), 1);
        // The command in it makes the figure.
        const QByteArray picture = m_folder.bytes("it.svg");
        QVERIFY(m_folder.made("export --example=it --head=1 --floor=0.1 -o again.svg"));
        QCOMPARE(m_folder.bytes("again.svg"), picture);
    }

    void ofAHeatmap()
    {
        const QString said = caption({u"--source"_s, u"100% {of} a_b & 'c'"_s, u"--view"_s, u"heatmap"_s, u"--scale"_s,
                                      u"log"_s, u"-o"_s, u"h.pdf"_s},
                                     u"h.tex"_s);
        QVERIFY2(said.startsWith(u"\\caption{Heatmap, layer 1 $\\cdot$ head 1. Model: random weights. Sentence: "_s
                                 "``100\\% \\{of\\} a\\_b \\& 'c'''."_s),
                 qPrintable(said));
        QVERIFY2(said.contains(u"Colours run from 0.0001 to 1, logarithmic."_s), qPrintable(said));
        QVERIFY2(said.contains(u"\\texttt{regard export '--source=100\\% \\{of\\} a\\_b \\& '"_s.replace(
                     u'\'', u"\\textquotesingle{}"_s)),
                 qPrintable(said));
        QVERIFY(said.endsWith(u"-o h.pdf}.}\n"_s));
        // Every brace that is not printed is closed again.
        const QString bare = QString(said).remove(u"\\{"_s).remove(u"\\}"_s);
        QCOMPARE(bare.count(u'{'), bare.count(u'}'));
    }

    void ofTwoStates()
    {
        QVERIFY(m_folder.made("export --source cat -o now.regard"));
        QVERIFY(m_folder.made("export --source cat --set seed=2 -o other.regard"));
        const QStringList both{u"now.regard"_s, u"--pinned"_s, u"other.regard"_s, u"-o"_s, u"d.svg"_s};
        const QString difference = caption(both, u"d.md"_s);
        QVERIFY2(difference.contains(u"Two states: now.regard now − other.regard pinned."_s), qPrintable(difference));
        QVERIFY(difference.contains(u"The width of a link is the change of its weight."_s));
        const QString side = caption(both + QStringList{u"--compare"_s, u"side"_s, u"--crop"_s}, u"s.md"_s);
        QVERIFY2(side.contains(u"Two states: now.regard now, other.regard pinned."_s), qPrintable(side));
        QVERIFY2(side.contains(u"The width of a link is its weight."_s), qPrintable(side));
    }

    /// What the tokens and numbers are, as the picture's own title has it.
    void ofWhatIsShown_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("hides");
        const auto row = [](const char *options, const char *says, const char *hides) {
            QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(says) << QString::fromUtf8(hides);
        };
        const char *const value = "‖α v W\\_O‖";
        const auto with = [value](const char *text) { return QByteArray(text).replace("VALUE", value); };
        row("--view links --by-value", with("The width of a link is VALUE."), "its weight");
        row("--view links --by-value --head 1", with("Links, layer 1 · head 1 · by value: VALUE."), "its weight");
        row("--view links --by-value --links curved", with("How far a link reaches along the words is VALUE."),
            "its weight");
        row("--view heatmap --by-value", with("Heatmap, layer 1 · head 1 · by value: VALUE."),
            "Heatmap, layer 1 · head 1.");
        row("--view heads --by-value", with("Heads, by value: VALUE."), "Heads.");
        row("--view heads", "Heads. Model", "by value");
        row("--view heatmap --off 1.2 --head all", "· all 4 heads · head 2, switched off. Model", "head 1,");
        row("--view links --off 1.2 --multiples", "· all 4 heads · head 2, switched off. Model", "head 1 ");
        row("--view circuits", "Circuits, QK circuit · ", "Circuits, layer");
        row("--view heatmap --head all", "· all 4 heads. Model", "switched off");
    }
    void ofWhatIsShown()
    {
        QFETCH(QString, options);
        QFETCH(QString, says);
        QFETCH(QString, hides);
        const QString said =
            caption(QStringList{u"--example"_s, u"it"_s, u"-o"_s, u"shown.svg"_s} + options.split(u' '), u"shown.md"_s);
        QVERIFY2(said.contains(says) && !said.contains(hides), qPrintable(said));
    }

    /// Words of pieces, tokens that are hidden, and rows without the sink: of several heads at once without a share.
    void ofGroups_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("words") << u"--view heatmap --words --no-special"_s
                               << QStringList{u"Heatmap, layer 1 · head 1 · words · special tokens hidden: "_s};
        QTest::newRow("heads") << u"--view heads --words --by-value"_s
                               << QStringList{u"Heads, by value: ‖α v W\\_O‖ · words. Model"_s};
        QTest::newRow("entropy") << u"--view entropy --words"_s << QStringList{u"Summaries, words. Model"_s};
        QTest::newRow("sink") << u"--head 1 --without-sink"_s
                              << QStringList{u"Links, layer 1 · head 1 · without the sink: "_s,
                                             u" · rows ÷ what is left. Model"_s,
                                             u"The width of a link is weight ÷ what the sink leaves."_s};
        QTest::newRow("sink, heads") << u"--view heads --without-sink"_s
                                     << QStringList{u"Heads, without the sink · rows ÷ what is left. Model"_s};
    }
    void ofGroups()
    {
        QFETCH(QString, options);
        QFETCH(QStringList, says);
        const QString said = caption(QStringList{QStringLiteral(REGARD_TEST_DATA "/checkpoints/bert"), u"--source"_s,
                                                 u"the cat sat on the rug"_s, u"-o"_s, u"groups.svg"_s} +
                                         options.split(u' '),
                                     u"groups.md"_s);
        for (const QString &part : std::as_const(says))
            QVERIFY2(said.contains(part), qPrintable(said));
    }

    /// A map of patches subtracts nothing: it says which part of the one state is put into the other, and what tells.
    void ofPatches()
    {
        std::string json = regard::exampleJson("word-by-word");
        m_folder.write("pinned.regard", QByteArray::fromStdString(json));
        const std::string noun = "我 是 学生\",";
        json.replace(json.find(noun), noun.size(), "我 是 老师\",");
        m_folder.write("now.regard", QByteArray::fromStdString(json));
        const QString said =
            caption({u"now.regard"_s, u"--pinned"_s, u"pinned.regard"_s, u"--view"_s, u"patch"_s, u"--what"_s,
                     u"stream"_s, u"--block"_s, u"decoder"_s, u"--query"_s, u"4"_s, u"-o"_s, u"p.svg"_s},
                    u"p.md"_s);
        QVERIFY2(said.startsWith(u"Patch · rows between layers, decoder · “"_s), qPrintable(said));
        QVERIFY2(said.contains(u"Two states: now.regard now, pinned.regard pinned."_s), qPrintable(said));
        QVERIFY(!m_folder.bytes("p.svg").contains("now − "));
    }

    void ofNumbers()
    {
        const QString said = caption({u"--example"_s, u"it"_s, u"-o"_s, u"it.csv"_s}, u"numbers.MD"_s);
        QVERIFY(said.contains(u"Sentence: "_s) && !said.contains(u"Colours"_s));
    }

    void withAgain()
    {
        QVERIFY(m_folder.made("export --example it --view heatmap -o again.svg --caption first.md"));
        const ProgramRun ran = m_folder.run("export --again again.svg -o once.svg --caption second.md");
        QCOMPARE(ran.exitCode, 0);
        const QByteArray expected = m_folder.bytes("first.md").replace("-o again.svg", "-o once.svg");
        QCOMPARE(m_folder.bytes("second.md"), expected);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *options, const char *reason) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(reason);
        };
        row("--caption c.txt -o a.svg", "give a name that ends in .tex or .md");
        row("--caption c.md -o a.regard", "give an -o of a picture or of numbers");
        row("--caption none/c.md -o a.svg", "the folder");
    }
    void refused()
    {
        QFETCH(QString, options);
        QFETCH(QString, reason);
        const ProgramRun ran = m_folder.run(QStringList{u"export"_s, u"--source"_s, u"cat"_s} + options.split(u' '));
        QVERIFY(ran.exitCode != 0);
        QVERIFY2(ran.err.contains(reason.toUtf8()), ran.err.constData());
        QVERIFY(m_folder.names("a.").isEmpty() && m_folder.names("c.").isEmpty());
    }
};

REGARD_GUILESS_TEST(TestFigureCaption)
#include "test_figure_caption.moc"
