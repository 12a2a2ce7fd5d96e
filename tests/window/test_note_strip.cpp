#include <QLabel>
#include <QTest>
#include <QToolButton>

#include "../io/checkpoint_copy.h"
#include "document/document.h"
#include "io/checkpoint/checkpoint.h"
#include "io/project/examples.h"
#include "test_class.h"
#include "views/base/randomness_text.h"
#include "window/note_strip.h"

using namespace regard;

/// What stands above the pictures: the note, and how much of the weights is chance.
class TestNoteStrip : public QObject {
    Q_OBJECT

private:
    Document m_document;
    std::unique_ptr<NoteStrip> m_strip;

private slots:
    void init()
    {
        m_document.load(defaultProject(), QString());
        m_strip = std::make_unique<NoteStrip>(&m_document, nullptr);
    }

    void drawnWeightsAreSaidToBe() { QVERIFY(randomnessText(m_document).startsWith(QStringLiteral("random weights"))); }

    void weightsByHandAreNotMentioned()
    {
        m_document.load(readExample("it"), QString());
        QCOMPARE(randomnessText(m_document), QString());
    }

    /// At once, in any language, and as long as such a word is there.
    void wordsWithRandomRowsAreSaidToMeanNothing()
    {
        m_document.load(readExample("it"), QString());
        for (const QString &sentence : {QStringLiteral("The zebra sat on the rug."), QStringLiteral("斑马很累。")}) {
            m_document.sentences().setSource(sentence);
            m_document.waitForResult();
            QVERIFY(randomnessText(m_document).startsWith(QStringLiteral("underlined words mean nothing")));
        }
        m_document.sentences().setSource(QStringLiteral("The cat sat on the rug."));
        m_document.waitForResult();
        QCOMPARE(randomnessText(m_document), QString());
    }

    void aModelThatHasGrownIsRandomInPart()
    {
        m_document.load(readExample("it"), QString());
        ModelConfig config = m_document.matrices().model()->config;
        config.heads = 12;
        m_document.matrices().setConfig(config, QStringLiteral("heads"));
        QVERIFY(randomnessText(m_document).startsWith(QStringLiteral("partly random weights")));
        m_document.undoStack()->undo();
        QCOMPARE(randomnessText(m_document), QString());
    }

    void theSelectedLayerCounts()
    {
        ModelConfig config = m_document.matrices().model()->config;
        config.encoderLayers = 2;
        m_document.matrices().setConfig(config, QStringLiteral("layers"));
        for (const char *name : {"encoder.0.self.w_q", "encoder.0.self.w_k"})
            m_document.matrices().editBlock(name, 0, 0, Matrix::Constant(16, 16, 0.5F), QStringLiteral("by hand"));
        QCOMPARE(randomnessText(m_document), QString());
        Selection selection = m_document.look().selection();
        selection.layer = 1;
        m_document.look().setSelection(selection);
        QVERIFY(randomnessText(m_document).startsWith(QStringLiteral("random weights")));
    }

    void whatOfAFolderIsNotReadIsSaid()
    {
        const auto note = [this] {
            const auto *label = m_strip->findChild<QLabel *>(QStringLiteral("folderNote"));
            return label->isHidden() ? QString() : label->text();
        };
        CheckpointCopy copy(QStringLiteral("bert"));
        m_document.load(checkpointProject(openCheckpoint(copy.path())), QString());
        QCOMPARE(note(), QString());
        QVERIFY(m_strip->isHidden());
        copy.setConfig(QStringLiteral("zebra"), 1);
        copy.setConfig(QStringLiteral("<b>bold</b>"), 1);
        copy.tensors.erase(QStringLiteral("cls.predictions.bias"));
        copy.writeTensors();
        m_document.load(checkpointProject(openCheckpoint(copy.path())), QString());
        QCOMPARE(note(),
                 QStringLiteral("Not known here: <b>bold</b>, zebra. These keys of config.json are not read. The "
                                "model is read without its output layer: the files have no tensor "
                                "cls.predictions.bias."));
        QVERIFY(!m_strip->isHidden());
        auto *dismiss = m_strip->findChild<QToolButton *>();
        QVERIFY(!dismiss->isHidden());
        dismiss->click();
        QCOMPARE(note(), QString());
        QVERIFY(m_strip->isHidden());
        for (int i = 0; i < 9; ++i)
            copy.setConfig(QStringLiteral("key_%1").arg(i), 1);
        m_document.load(checkpointProject(openCheckpoint(copy.path())), QString());
        QVERIFY2(note().startsWith(
                     QStringLiteral("Not known here: <b>bold</b>, key_0, key_1, key_2, key_3, key_4, …. These keys")),
                 qPrintable(note()));
        m_document.load(readExample("it"), QString());
        QCOMPARE(note(), QString());
    }
};

REGARD_TEST(TestNoteStrip)
#include "test_note_strip.moc"
