#include <array>
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "engine/base/errors.h"
#include "test_class.h"
#include "views/output/output_data.h"
#include "views/output/panel/output_panel.h"
#include "views/output/panel/vocabulary_dialog.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

constexpr float sureness = 3; ///< the logit of the word that follows; the others' are 0

Matrix zeros(int rows, int columns)
{
    return Matrix::Zero(rows, columns);
}

/// A decoder that only looks up what follows its last word: its attention adds nothing to the word's one-hot row, which
/// picks a row of output.w. `follows[i]` is the word after word i.
Project lookup(const std::vector<std::string> &words, const std::vector<int> &follows, const char *source)
{
    const int size = int(words.size());
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.decoderLayers = 1;
    config.dModel = size;
    config.heads = config.decoderHeads = 1;
    config.dKey = config.dValue = 2;
    config.residual = true;
    ModelWeights given;
    for (const char *name : {"w_q", "w_k", "w_v"})
        given.set(blockWeight(Attention::Decoder, 0, name), zeros(size, 2));
    Matrix output = zeros(size, size);
    Embedding embedding;
    for (int i = 0; i < size; ++i) {
        output(i, follows[std::size_t(i)]) = sureness;
        Matrix row = zeros(1, size);
        row(0, i) = 1;
        embedding[words[std::size_t(i)]] = std::make_shared<const Matrix>(row);
    }
    given.set("output.w", output);
    Project project = defaultProject();
    project.model = buildModel(config, given, embedding, {words, "</s>"});
    project.tokenizer = Tokenizer::Whitespace;
    project.source = source;
    return project;
}

Project outputSentence(const char *source = "<s>")
{
    return lookup({"<s>", "the", "end", "</s>"}, {1, 2, 3, 0}, source);
}

/// Goes round for ever.
Project circle(const char *source = "<s>")
{
    return lookup({"<s>", "tick", "tock"}, {1, 2, 1}, source);
}

} // namespace

class TestOutputPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
        m_document->load(outputSentence(), {});
        m_document->waitForResult();
        m_panel = std::make_unique<OutputPanel>(m_document.get(), m_theme.get(), nullptr);
        GenerationOptions options = m_panel->generation()->options();
        options.pauseMs = 0;
        m_panel->generation()->setOptions(options);
        m_panel->resize(700, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
        m_document.reset();
    }

    void anEncoderHasNone()
    {
        m_document->load(defaultProject(), {});
        m_document->sentences().setSource(u"a b"_s);
        QVERIFY(!m_panel->figure({600, 300}, Theme::light()));
        QVERIFY(!child<QPushButton>(m_panel, "primary")->isVisible());
        QVERIFY(m_panel->generation()->problem().startsWith(u"The model is an encoder that predicts no words"_s));
        QCOMPARE(m_panel->emptyMessage(), noOutputText(*m_document->matrices().model()));
    }

    void probabilitiesAreTheSoftmaxOfTheLogits_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::addColumn<int>("topK");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        const double e = std::exp(3.0);
        const double cool = std::exp(6.0);
        QTest::newRow("as they are") << 1.0 << 0 << e / (e + 3) << 1 / (e + 3);
        QTest::newRow("cooler") << 0.5 << 0 << cool / (cool + 3) << 1 / (cool + 3);
        QTest::newRow("of the best two") << 1.0 << 2 << e / (e + 1) << 1 / (e + 1);
        QTest::newRow("of the best alone") << 1.0 << 1 << 1.0 << 0.0;
    }
    void probabilitiesAreTheSoftmaxOfTheLogits()
    {
        QFETCH(double, temperature);
        QFETCH(int, topK);
        QFETCH(double, first);
        QFETCH(double, second);
        m_document->sentences().setSource(u"<s> the"_s);
        m_panel->temperature()->setValue(temperature);
        m_panel->topK()->setValue(topK);
        const std::vector<OutputCell> cells = shown()->cells(0);
        QCOMPARE(cells.front().candidate.token, u"the"_s);
        QVERIFY(cells.front().candidate.isNext);
        QVERIFY(std::abs(cells.front().candidate.probability - first) < 1e-6); // float32
        if (second == 0) {
            QCOMPARE(int(cells.size()), 1);
            return;
        }
        QVERIFY(std::abs(cells.at(1).candidate.probability - second) < 1e-6);
        QCOMPARE(shown()->cells(1).front().candidate.token, u"end"_s);
    }

    void generateGoesOnToTheEnd()
    {
        QTest::mouseClick(child<QPushButton>(m_panel, "primary"), Qt::LeftButton);
        QTRY_VERIFY(!m_panel->generation()->isRunning());
        QCOMPARE(m_document->sentences().source(), u"<s> the end </s>"_s);
        QCOMPARE(m_document->undoStack()->count(), 3);
        QVERIFY(!child<QPushButton>(m_panel, "primary")->isEnabled());
        QVERIFY2(m_panel->note().contains(u"has ended with </s>"_s), qPrintable(m_panel->note()));
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), u"<s> the end"_s);
        QVERIFY(child<QPushButton>(m_panel, "primary")->isEnabled());
        QVERIFY(m_panel->note().isEmpty());
    }

    void generateStopsAtTheLimit()
    {
        m_document->load(circle(), {});
        m_panel->limit()->setValue(3);
        QTest::mouseClick(child<QPushButton>(m_panel, "primary"), Qt::LeftButton);
        QTRY_VERIFY(!m_panel->generation()->isRunning());
        QCOMPARE(m_document->sentences().source(), u"<s> tick tock tick"_s);
    }

    void eachWordWaitsForItsResult()
    {
        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.encoderLayers = 0;
        config.decoderLayers = 1;
        config.dModel = 256;
        config.decoderDFf = 4096; // too much for one display frame
        Project project = defaultProject();
        project.tokenizer = Tokenizer::Whitespace;
        project.source = "a b a";
        project.model = buildModel(config, {}, {}, {{"a", "b"}, "</s>"});
        m_document->load(project, {});
        m_document->waitForResult();
        m_panel->limit()->setValue(3);
        const QSignalSpy busy(m_document.get(), &Document::busyChanged);
        QTest::mouseClick(child<QPushButton>(m_panel, "primary"), Qt::LeftButton);
        QVERIFY(m_document->isBusy());
        QTRY_VERIFY(!m_panel->generation()->isRunning() && !m_document->isBusy());
        QCOMPARE(busy.count(), 6);
        QCOMPARE(m_document->undoStack()->count(), 3);
        QCOMPARE(m_document->result().trace->source.tokens.size(), std::size_t(6));
        // Every word is the likeliest of the result that it was chosen from.
        const Matrix &logits = m_document->result().trace->logits;
        for (int position = 2; position < 5; ++position) {
            const int best = logits(position, 0) >= logits(position, 1) ? 0 : 1;
            QCOMPARE(m_document->result().trace->source.tokens[std::size_t(position) + 1], best == 0 ? "a" : "b");
        }
    }

    void aStepIsOneWord()
    {
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        QCOMPARE(m_document->sentences().source(), u"<s> the"_s);
        QVERIFY(!m_panel->generation()->isRunning());
    }

    void pauseAndEditsStopIt_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"pause", "edit", "undo", "model", "load"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void pauseAndEditsStopIt()
    {
        QFETCH(QString, how);
        m_document->load(circle(), {});
        m_panel->limit()->setValue(200);
        QTest::mouseClick(child<QPushButton>(m_panel, "primary"), Qt::LeftButton);
        QTRY_VERIFY(m_document->undoStack()->count() > 2);
        QVERIFY(m_panel->generation()->isRunning());
        QCOMPARE(child<QPushButton>(m_panel, "primary")->text(), u"Pause"_s);
        if (how == "pause"_L1)
            QTest::mouseClick(child<QPushButton>(m_panel, "primary"), Qt::LeftButton);
        else if (how == "edit"_L1)
            m_document->sentences().setSource(u"<s>"_s);
        else if (how == "undo"_L1)
            m_document->undoStack()->undo();
        else if (how == "model"_L1)
            m_document->matrices().editCell("output.w", 0, 0, 2);
        else
            m_document->load(circle(), {});
        QVERIFY(!m_panel->generation()->isRunning());
        QCOMPARE(child<QPushButton>(m_panel, "primary")->text(), u"Generate"_s);
        const QString left = m_document->sentences().source();
        QCoreApplication::processEvents();
        QCOMPARE(m_document->sentences().source(), left);
    }

    void aSampledWordComesAgain()
    {
        m_panel->choice()->setCurrentIndex(1);
        m_panel->temperature()->setValue(5);
        QStringList words;
        for (int i = 0; i < 2; ++i) {
            m_document->sentences().setSource(u"<s> the the the the"_s);
            m_document->waitForResult();
            for (int step = 0; step < 3 && m_panel->generation()->problem().isEmpty(); ++step)
                QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
            words << m_document->sentences().source();
            m_document->undoStack()->undo();
            m_document->undoStack()->redo();
            QCOMPARE(m_document->sentences().source(), words.last());
        }
        QCOMPARE(words.at(0), words.at(1));
    }

    void samplesFollowTheProbabilities()
    {
        Matrix probabilities(1, 4);
        probabilities << 0.5F, 0.0F, 0.25F, 0.25F;
        std::array<int, 4> counts{};
        constexpr int draws = 20000;
        for (int position = 0; position < draws; ++position)
            ++counts[std::size_t(sampledToken(probabilities, 7, position))];
        QCOMPARE(counts[1], 0);
        // Five standard deviations of a binomial count are 354 and 306.
        QVERIFY(std::abs(counts[0] - draws / 2) < 354);
        QVERIFY(std::abs(counts[2] - draws / 4) < 306);
        int changed = 0;
        for (int position = 0; position < 100; ++position) {
            QCOMPARE(sampledToken(probabilities, 7, position), sampledToken(probabilities, 7, position));
            changed += sampledToken(probabilities, 7, position) != sampledToken(probabilities, 8, position);
        }
        QVERIFY(changed > 30); // another seed is another sentence
    }

    void aClickSetsTheQuery()
    {
        m_document->sentences().setSource(u"<s> the end"_s);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, shown()->tokenRect(1).center().toPoint());
        QCOMPARE(m_document->look().selection().query, 1);
        QCOMPARE(m_document->look().selection().pinnedQueries, std::vector<int>{1});
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(m_document->look().selection().query, 2);
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QCOMPARE(m_document->look().selection().query, -1);
    }

    void aChosenWordIsAdded()
    {
        m_document->sentences().setSource(u"<s> the"_s);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, shown()->cellRect(0, 1).center().toPoint());
        QCOMPARE(m_document->sentences().source(), u"<s> the"_s); // not the last row
        const QString second = shown()->cells(1).at(1).candidate.token;
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, shown()->cellRect(1, 1).center().toPoint());
        QCOMPARE(m_document->sentences().source(), u"<s> the "_s + second);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Return);
        QCOMPARE(int(m_document->sentences().tokens().tokens.size()), 4);
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().source(), u"<s> the "_s + second);
    }

    void randomWeightsAreSaid()
    {
        QVERIFY(m_panel->note().isEmpty());
        Project project = outputSentence();
        ModelWeights given = project.model.given;
        given.remove("output.w");
        project.model = buildModel(project.model.config, given, project.model.embedding, project.model.vocabulary);
        m_document->load(project, {});
        QVERIFY(m_panel->note().contains(u"the words mean nothing"_s));
        QVERIFY(isOutputRandom(*m_document->matrices().model()));
    }

    void besideAnEncoderTheTargetGrows()
    {
        m_document->load(defaultProject(), {});
        m_document->sentences().setTokenizer(Tokenizer::Whitespace);
        ModelConfig config = m_document->matrices().model()->config;
        config.architecture = Architecture::EncoderDecoder;
        config.decoderLayers = 1;
        m_document->matrices().setConfig(config, u"architecture"_s);
        m_document->sentences().setSource(u"the cat"_s);
        m_document->sentences().setTarget(u"<s>"_s);
        m_document->waitForResult();
        Selection selection;
        selection.attention = Attention::Encoder;
        selection.query = 1;
        m_document->look().setSelection(selection);
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        QCOMPARE(m_document->sentences().source(), u"the cat"_s);
        QCOMPARE(int(m_document->sentences().tokens(Side::Target).tokens.size()), 2);
        QCOMPARE(m_document->look().selection().attention, Attention::Decoder);
        QCOMPARE(m_document->look().selection().query, -1);
        selection.attention = Attention::Cross;
        m_document->look().setSelection(selection);
        m_document->undoStack()->undo();
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        QCOMPARE(m_document->look().selection().attention, Attention::Cross);
    }

    void vocabularyDialog_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("end");
        QTest::addColumn<bool>("derived");
        QTest::addColumn<QString>("error");
        QTest::newRow("a list") << u"a b\nc \t d"_s << u"d"_s << false << QString();
        QTest::newRow("from the sentences") << u"a"_s << u"."_s << true << QString();
        QTest::newRow("a word twice") << u"a b a"_s << u"b"_s << false << u"a"_s;
        QTest::newRow("nothing") << u" \n"_s << u"b"_s << false << u"at least one word"_s;
        QTest::newRow("no end") << u"a b"_s << u" "_s << false << u"one word"_s;
        QTest::newRow("an end of two words") << u"a b"_s << u"a b"_s << false << u"one word"_s;
    }
    void vocabularyDialog()
    {
        QFETCH(QString, words);
        QFETCH(QString, end);
        QFETCH(bool, derived);
        QFETCH(QString, error);
        const Vocabulary before = m_document->matrices().model()->vocabulary;
        VocabularyDialog dialog(m_document.get(), nullptr);
        QVERIFY(!child<QCheckBox>(dialog, "fromSentences")->isChecked());
        QCOMPARE(dialog.tokens()->toPlainText(), u"<s>\nthe\nend\n</s>"_s);
        dialog.tokens()->setPlainText(words);
        dialog.end()->setText(end);
        child<QCheckBox>(dialog, "fromSentences")->setChecked(derived);
        dialog.accept();
        const Vocabulary &after = m_document->matrices().model()->vocabulary;
        if (!error.isEmpty()) {
            QVERIFY2(dialog.error().contains(error), qPrintable(dialog.error()));
            QVERIFY(dialog.result() != QDialog::Accepted);
            QCOMPARE(after, before);
            return;
        }
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(after.end, end.toStdString());
        QCOMPARE(after.tokens, derived ? std::vector<std::string>{} : std::vector<std::string>({"a", "b", "c", "d"}));
        m_document->undoStack()->undo();
        QCOMPARE(m_document->matrices().model()->vocabulary, before);
    }

    void aTokenOfWhiteSpaceStaysAloneOnItsLine()
    {
        Vocabulary vocabulary = m_document->matrices().model()->vocabulary;
        vocabulary.tokens = {"<s>", " ", "New York", "</s>"};
        m_document->matrices().setVocabulary(vocabulary);
        VocabularyDialog dialog(m_document.get(), nullptr);
        dialog.tokens()->setPlainText(dialog.tokens()->toPlainText() + u"\na b"_s);
        dialog.accept();
        QCOMPARE(dialog.error(), QString());
        QCOMPARE(m_document->matrices().model()->vocabulary.tokens,
                 std::vector<std::string>({"<s>", " ", "New York", "</s>", "a", "b"}));
    }

    void theSamePictureWithoutAWindow()
    {
        m_document->sentences().setSource(u"<s> the"_s);
        const Result &result = m_document->result();
        const auto figure = outputViewFigure(*result.model, result.trace, m_document->look().selection(), 1, 0,
                                             {600, 300}, Theme::light());
        const auto seen = m_panel->figure({600, 300}, Theme::light());
        QImage a(600, 300, QImage::Format_RGB32);
        QImage b(600, 300, QImage::Format_RGB32);
        QPainter painterA(&a);
        figure->paint(painterA);
        QPainter painterB(&b);
        seen->paint(painterB);
        QCOMPARE(a, b);
        QVERIFY_EXCEPTION_THROWN(outputViewFigure(*result.model, result.trace, {}, 0, 0, {600, 300}, Theme::light()),
                                 ValueError);
    }

private:
    const OutputFigure *shown() const { return static_cast<const OutputFigure *>(m_panel->view()->figure()); }
    QWidget *canvas() const { return m_panel->view()->canvas(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<OutputPanel> m_panel;
};

REGARD_TEST(TestOutputPanel)
#include "test_output_panel.moc"
