#include <algorithm>
#include <cmath>
#include <memory>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include "../io/checkpoint_copy.h"
#include "child.h"
#include "controls/app_theme.h"
#include "controls/figure_view.h"
#include "document/work/background_work.h"
#include "engine/analysis/next_token.h"
#include "engine/pass/output_layer.h"
#include "event_turns.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/project.h"
#include "paths.h"
#include "test_class.h"
#include "views/ablation/ablation_whole.h"
#include "views/ablation/panel/ablation_effect_page.h"
#include "views/ablation/panel/ablation_panel.h"
#include "views/output/output_data.h"
#include "views/output/panel/output_panel.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

namespace {

/// A small trained model of tests/data/checkpoints.
Project checkpoint(const QString &name, const char *source, const char *target = "")
{
    Project project = checkpointProject(openCheckpoint(QStringLiteral(REGARD_TEST_DATA "/checkpoints/") + name));
    project.source = source;
    project.target = target;
    return project;
}

/// A decoder with more words than are computed while a window waits. Which of them is likely is chance.
Project largeVocabulary()
{
    std::vector<std::string> words;
    for (int i = 0; i < 20000; ++i)
        words.push_back("w" + std::to_string(i));
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.encoderLayers = 0;
    config.decoderLayers = 1;
    config.dModel = 8;
    config.dKey = config.dValue = 4;
    Project project = defaultProject();
    project.tokenizer = Tokenizer::Whitespace;
    project.source = "w1 w22 w333";
    project.model = buildModel(config, {}, {}, {words, "</s>"});
    return project;
}

/// A trained embedding that is all zeros.
class CheckpointOutputZeroRows : public RowTable {
public:
    CheckpointOutputZeroRows(int rows, int columns) : m_rows(rows), m_columns(columns) {}
    int rows() const override { return m_rows; }
    int columns() const override { return m_columns; }
    void read(int, int count, float *numbers) const override { std::fill_n(numbers, count * m_columns, 0.0F); }
    const float *numbers() const override { return nullptr; }

private:
    int m_rows;
    int m_columns;
};

Token token(const char *text, bool isAdded)
{
    Token token{text, 0, 0};
    token.isAdded = isAdded;
    return token;
}

int largestColumn(const Matrix &row)
{
    Eigen::Index best = 0;
    row.row(0).maxCoeff(&best);
    return int(best);
}

} // namespace

/// Next tokens and masked words of trained models, and of vocabularies that take time.
class TestCheckpointOutput : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_document = std::make_unique<Document>();
        m_theme = std::make_unique<AppTheme>(AppTheme::Choice::Light);
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

    void aTextGoesOnFromWhatWasTyped_data()
    {
        QTest::addColumn<QList<int>>("added"); // 1: put there by the tokenizer
        QTest::addColumn<int>("row");
        QTest::newRow("nothing") << QList<int>{} << -1;
        QTest::newRow("typed alone") << QList<int>{0, 0, 0} << 2;
        QTest::newRow("a separator behind") << QList<int>{1, 0, 0, 1} << 2;
        QTest::newRow("two behind") << QList<int>{0, 1, 1} << 0;
        QTest::newRow("none typed") << QList<int>{1, 1} << 0;
    }
    void aTextGoesOnFromWhatWasTyped()
    {
        QFETCH(QList<int>, added);
        QFETCH(int, row);
        Tokens tokens;
        for (const int isAdded : added)
            tokens.tokens.push_back(token("x", isAdded == 1));
        QCOMPARE(goingOnFrom(tokens), row);
    }

    void rowsAreTheModelsOwn_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("goesOnAt"); // −1: names words in their own places
        QTest::newRow("GPT-2") << u"gpt2"_s << QByteArray("The cat sat") << QByteArray() << 2;
        QTest::newRow("Llama") << u"llama"_s << QByteArray("The cat sat") << QByteArray() << 3;
        QTest::newRow("BART") << u"bart"_s << QByteArray("The cat") << QByteArray("Die") << 2;     // <s> D ie </s>
        QTest::newRow("Marian") << u"marian"_s << QByteArray("The cat") << QByteArray("Die") << 3; // ▁ D i e </s>
        QTest::newRow("BERT") << u"bert"_s << QByteArray("The cat [MASK] on") << QByteArray() << -1;
        QTest::newRow("RoBERTa") << u"roberta"_s << QByteArray("The cat <mask> on") << QByteArray() << -1;
    }
    void rowsAreTheModelsOwn()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, target);
        QFETCH(int, goesOnAt);
        load(checkpoint(name, source, target));
        const Result &result = m_document->result();
        QVERIFY(result.trace);
        QVERIFY(shown());
        QCOMPARE(shown()->data().goesOnAt, goesOnAt);
        QCOMPARE(child<QPushButton>(m_panel, "primary")->isVisible(), goesOnAt >= 0);
        QVERIFY(m_panel->temperature()->isVisible());
        const auto rows = int(readOutStream(*result.trace).rows());
        QCOMPARE(int(shown()->data().tokens.size()), rows);
        for (int row = 0; row < rows; ++row) {
            const Matrix logits = logitsRows(*result.model, *result.trace, row, 1);
            const int best = largestColumn(logits);
            const OutputData::Candidate candidate = shown()->cells(row).front().candidate;
            QCOMPARE(candidate.index, best);
            const std::string &word = result.trace->vocabulary[std::size_t(best)];
            QCOMPARE(candidate.token, QString::fromStdString(m_document->checkpoint()->tokenizer->label(word)));
            const Matrix chances = nextTokenProbabilities(logits, 1, 0);
            QVERIFY(std::abs(candidate.probability - double(chances(0, best))) < 1e-6);
        }
        QVERIFY2(!m_panel->note().contains(u"chance"_s), qPrintable(m_panel->note()));
    }

    void aMaskTokenIsAsked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("mask");
        QTest::newRow("BERT") << u"bert"_s << QByteArray("[MASK]");
        QTest::newRow("RoBERTa") << u"roberta"_s << QByteArray("<mask>");
    }
    void aMaskTokenIsAsked()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, mask);
        load(checkpoint(name, "it " + mask + " it"));
        const std::vector<std::string> &tokens = m_document->result().trace->source.tokens;
        const auto place = int(std::find(tokens.begin(), tokens.end(), mask.toStdString()) - tokens.begin());
        QVERIFY(place < int(tokens.size()));
        QCOMPARE(shown()->data().query, place);
        QVERIFY(m_panel->note().isEmpty());
        // What stands in a place is framed, but the mask asks.
        for (int row = 0; row < int(tokens.size()); ++row) {
            const std::vector<OutputCell> cells = shown()->cells(row);
            const auto framed =
                std::count_if(cells.begin(), cells.end(), [](const OutputCell &cell) { return cell.candidate.isNext; });
            QCOMPARE(int(framed), row == place ? 0 : 1);
        }
        Selection selection = m_document->look().selection();
        selection.query = 0;
        m_document->look().setSelection(selection);
        QCOMPARE(shown()->data().query, 0); // the token in focus comes first
        QCOMPARE(shown()->data().tokens.at(place), QString::fromLatin1(mask));
        m_document->sentences().setSource(u"it it"_s);
        m_document->waitForResult();
        QVERIFY2(m_panel->note().contains(QString::fromLatin1(mask)), qPrintable(m_panel->note()));
    }

    /// BERT with is_decoder reads from left to right, and its head says what comes next.
    void aDecoderOfBertSaysWhatComesNext()
    {
        load(checkpoint(u"../families/bert_decoder"_s, "The cat sat"));
        const OutputData &data = shown()->data();
        QVERIFY(!data.namesItsOwn);
        QCOMPARE(data.goesOnAt, -1); // it does not go on by itself
        QVERIFY2(data.title.startsWith(u"Next token"_s), qPrintable(data.title));
        QVERIFY2(m_panel->caption().contains(u"predicts the next token"_s), qPrintable(m_panel->caption()));
        QVERIFY2(m_panel->note().isEmpty(), qPrintable(m_panel->note()));
        const std::vector<std::string> &tokens = m_document->result().trace->source.tokens;
        for (int row = 0; row + 1 < int(tokens.size()); ++row) {
            const std::vector<OutputCell> cells = shown()->cells(row);
            const auto framed =
                std::find_if(cells.begin(), cells.end(), [](const OutputCell &cell) { return cell.candidate.isNext; });
            QVERIFY(framed != cells.end());
            QCOMPARE(framed->candidate.token,
                     QString::fromStdString(m_document->checkpoint()->tokenizer->label(tokens[std::size_t(row) + 1])));
        }
        m_document->sentences().setSource({});
        m_document->waitForResult();
        QVERIFY(!m_panel->emptyMessage().contains(u"in each place"_s));
    }

    void anEncoderWithoutAHeadSaysSo()
    {
        load(checkpoint(u"bert_vocab"_s, "The cat sat"));
        QVERIFY(!m_panel->figure({600, 300}, Theme::light()));
        QVERIFY(!m_panel->temperature()->isVisible());
        const QString said = m_panel->view()->canvas()->accessibleDescription();
        QVERIFY2(said.startsWith(u"This checkpoint has no output layer"_s), qPrintable(said));
        QVERIFY(!hasOutputLayer(*m_document->matrices().model()));
    }

    void aHeadWithoutItsBiasSaysSo()
    {
        CheckpointCopy copy(u"bert"_s);
        copy.tensors.erase(u"cls.predictions.bias"_s);
        copy.writeTensors();
        Project project = checkpointProject(openCheckpoint(copy.path()));
        project.source = "The cat sat";
        load(project);
        QVERIFY(m_document->result().trace);
        QCOMPARE(m_panel->view()->canvas()->accessibleDescription(),
                 u"The model is read without its output layer: the files have no tensor cls.predictions.bias."_s);
    }

    void whyThereIsNoOutputIsSaidAlike_data()
    {
        QTest::addColumn<Architecture>("architecture");
        QTest::addColumn<bool>("hasTable");
        QTest::addColumn<bool>("hasHead");
        QTest::addColumn<bool>("predicts");
        QTest::addColumn<QString>("begins");
        const QString head = u"This checkpoint has no output layer"_s;
        const QString encoder = u"The model is an encoder that predicts no words"_s;
        const auto row = [](const char *name, Architecture architecture, bool hasTable, bool hasHead, bool predicts,
                            const QString &begins) {
            QTest::newRow(name) << architecture << hasTable << hasHead << predicts << begins;
        };
        row("encoder", Architecture::Encoder, false, false, false, encoder);
        row("encoder that predicts", Architecture::Encoder, false, false, true, {});
        row("decoder", Architecture::Decoder, false, false, false, {});
        row("both", Architecture::EncoderDecoder, false, false, false, {});
        row("trained encoder", Architecture::Encoder, true, false, false, head);
        row("trained encoder, its head not used", Architecture::Encoder, true, true, false, encoder);
        row("trained encoder that predicts without a head", Architecture::Encoder, true, false, true, head);
        row("trained encoder with a head", Architecture::Encoder, true, true, true, {});
        row("trained decoder", Architecture::Decoder, true, false, false, head);
        row("trained decoder with a head", Architecture::Decoder, true, true, false, {});
        row("both, trained", Architecture::EncoderDecoder, true, false, false, head);
        row("both, trained, with a head", Architecture::EncoderDecoder, true, true, false, {});
    }
    void whyThereIsNoOutputIsSaidAlike()
    {
        QFETCH(const Architecture, architecture);
        QFETCH(const bool, hasTable);
        QFETCH(const bool, hasHead);
        QFETCH(const bool, predicts);
        QFETCH(const QString, begins);
        ModelConfig config;
        config.architecture = architecture;
        config.maskedLanguageModel = predicts;
        Project project = defaultProject();
        project.source = "a b";
        project.target = "a";
        project.model = buildModel(config, {}, {});
        if (hasTable) {
            auto table = std::make_shared<TokenTable>();
            table->embedding = std::make_shared<CheckpointOutputZeroRows>(2, config.dModel);
            if (hasHead)
                table->output = table->embedding;
            table->ids = {{"a", 0}, {"b", 1}};
            project.model = trainedModel(config, {}, table, {{"a", "b"}, "b"});
        }
        load(project);
        const QString said = noOutputText(*m_document->matrices().model());
        QVERIFY2(said.startsWith(begins) && said.isEmpty() == begins.isEmpty(), qPrintable(said));
        QCOMPARE(said.isEmpty(), hasOutputLayer(*m_document->matrices().model()));
        if (!said.isEmpty()) {
            QCOMPARE(m_panel->emptyMessage(), said);
            QCOMPARE(m_panel->generation()->problem(), said);
        }
    }

    /// ELECTRA's discriminator names no words: each row says the same two things in the same order.
    void whatWasReplaced()
    {
        load(checkpoint(u"../families/electra_discriminator"_s, "the cat sat"));
        const Result result = m_document->result();
        QVERIFY(m_panel->note().isEmpty()); // no word can be masked
        QCOMPARE(m_panel->caption(), u"each row says whether its token was replaced"_s);
        const int tokens = int(result.trace->source.tokens.size());
        for (int token = 0; token < tokens; ++token) {
            const double logit = double(result.trace->logits(token, 1));
            QCOMPARE(result.trace->logits(token, 0), 0.0F);
            const std::vector<OutputCell> cells = shown()->cells(token);
            QCOMPARE(cells.size(), std::size_t(2));
            QCOMPARE(cells[0].candidate.token, u"replaced"_s);
            QVERIFY(std::abs(cells[0].candidate.probability - 1 / (1 + std::exp(-logit))) < 1e-6);
            QCOMPARE(cells[1].candidate.token, u"original"_s);
            QVERIFY(!cells[0].candidate.isNext && !cells[1].candidate.isNext);
        }
    }

    void generatedPiecesFollowOneAnother_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<bool>("isHalf");
        QTest::newRow("GPT-2, half a character") << u"gpt2"_s << QByteArray("The cat sat") << QByteArray() << true;
        QTest::newRow("Llama") << u"llama"_s << QByteArray("The cat sat") << QByteArray() << false;
        QTest::newRow("BART, half a character") << u"bart"_s << QByteArray("The cat") << QByteArray("Die") << true;
        QTest::newRow("Marian") << u"marian"_s << QByteArray("The cat") << QByteArray("<pad>") << false;
    }
    void generatedPiecesFollowOneAnother()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, target);
        load(checkpoint(name, source, target));
        const Result result = m_document->result();
        const int row = shown()->data().goesOnAt;
        const std::string word =
            result.trace->vocabulary[std::size_t(largestColumn(logitsRows(*result.model, *result.trace, row, 1)))];
        const Side side = queriesSide(result.model->config, Attention::Decoder);
        const QString before = m_document->sentences().text(side);
        QVERIFY2(m_panel->generation()->problem().isEmpty(), qPrintable(m_panel->generation()->problem()));
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        QTRY_VERIFY(!m_panel->generation()->isRunning() && !m_document->isBusy());
        const std::string appended = m_document->checkpoint()->tokenizer->appended(word);
        QFETCH(bool, isHalf);
        QCOMPARE(QString::fromStdString(appended).toStdString() != appended, isHalf);
        // Half of a character is no text: the sentence stays, rather than going on with what nobody chose.
        QCOMPARE(m_document->sentences().text(side), isHalf ? before : before + QString::fromStdString(appended));
        QCOMPARE(m_document->undoStack()->count(), isHalf ? 0 : 1);
        m_document->undoStack()->undo();
        QCOMPARE(m_document->sentences().text(side), before);
    }

    void theEndTokenEndsIt()
    {
        Project project = checkpoint(u"marian"_s, "The cat", "Die</s>");
        load(project);
        QVERIFY2(m_panel->generation()->problem().contains(u"</s>"_s), qPrintable(m_panel->generation()->problem()));
        m_document->sentences().setTarget(u"Die"_s); // the tokenizer still puts one behind it
        m_document->waitForResult();
        QVERIFY(m_panel->generation()->problem().isEmpty());
        m_document->sentences().setTarget({});
        m_document->waitForResult();
        QVERIFY2(m_panel->generation()->problem().contains(u"<pad>"_s), qPrintable(m_panel->generation()->problem()));
    }

    void aLargeVocabularyIsReadOnAThread()
    {
        load(largeVocabulary());
        QTRY_VERIFY(m_panel->work()->isRunning() || !shown()->isPending(0));
        QTRY_VERIFY(!shown()->isPending(2));
        const auto complete = m_panel->figure({700, 300}, Theme::light());
        const auto &whole = static_cast<const OutputFigure &>(*complete);
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(shown()->cells(row).front().candidate.token, whole.cells(row).front().candidate.token);
            QCOMPARE(shown()->cells(row).front().candidate.probability, whole.cells(row).front().candidate.probability);
        }
        // Until the rows of another temperature are there, the old ones stand, marked as such.
        m_panel->temperature()->setValue(0.5);
        QVERIFY(shown()->isPending(0));
        QVERIFY(!shown()->cells(0).empty());
        QTRY_VERIFY(!shown()->isPending(0));
        QVERIFY(shown()->cells(0).front().candidate.probability > whole.cells(0).front().candidate.probability);
    }

    void generatingFromALargeVocabularyDoesNotBlock()
    {
        load(largeVocabulary());
        const Result result = m_document->result();
        const int best = largestColumn(logitsRows(*result.model, *result.trace, 2, 1));
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        QVERIFY(m_panel->generation()->isRunning()); // the word is still being chosen
        QCOMPARE(m_document->sentences().source(), u"w1 w22 w333"_s);
        QTRY_VERIFY(!m_panel->generation()->isRunning());
        QCOMPARE(m_document->sentences().source(), u"w1 w22 w333 w%1"_s.arg(best));
        QTest::mouseClick(child<QPushButton>(m_panel, "stepButton"), Qt::LeftButton);
        m_panel->generation()->pause(); // and no word comes later
        const QString left = m_document->sentences().source();
        QVERIFY(!m_panel->generation()->findChild<BackgroundWork *>()->isRunning());
        turnEventLoop();
        QCOMPARE(m_document->sentences().source(), left);
    }

    void effectsOnALargeVocabulary()
    {
        load(largeVocabulary());
        AblationPanel panel(m_document.get(), m_theme.get(), nullptr);
        panel.resize(400, 400);
        panel.show();
        panel.tabs()->setCurrentIndex(AblationPanel::Effect);
        AblationEffectPage *page = panel.effect();
        page->chip(EffectView::Words)->setChecked(true);
        Interventions interventions;
        interventions.heads[{Attention::Decoder, 0, 0}] = Replacement::Zero;
        m_document->matrices().setInterventions(interventions, u"off"_s);
        m_document->waitForResult();
        QTRY_VERIFY(page->shown().has_value());
        QVERIFY(!page->work()->isRunning());
        const Result &now = m_document->result();
        Model whole = *now.model;
        whole.interventions = {};
        const SharedTrace before = forward(whole, {now.trace->source.tokens});
        const Result wholeResult{std::make_shared<const Model>(whole), before};
        for (const EffectView view : {EffectView::Words, EffectView::Variation}) {
            page->chip(view)->click();
            QTRY_VERIFY(page->shown().has_value());
            const AblationEffectData same = ablationEffectData(now, wholeResult, m_document->look().selection(), view);
            QCOMPARE(page->shown()->summary, same.summary);
            QCOMPARE(page->shown()->notes, same.notes);
        }
        QCOMPARE(page->shown()->list.rows.size(), std::size_t(3)); // a line for each token
    }

private:
    void load(const Project &project)
    {
        m_document->load(project, {});
        m_document->waitForResult();
    }
    const OutputFigure *shown() const { return static_cast<const OutputFigure *>(m_panel->view()->figure()); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<AppTheme> m_theme;
    std::unique_ptr<OutputPanel> m_panel;
};

REGARD_TEST(TestCheckpointOutput)
#include "test_checkpoint_output.moc"
