#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <QObject>
#include <QString>

#include "document/document.h"
#include "views/output/output_data.h"

class QTimer;

namespace regard {

class BackgroundWork;

struct GenerationOptions {
    NextTokenRule rule;
    bool samples = false; ///< else the most probable word
    int limit = 20;       ///< words that one start() adds at most
    int pauseMs = 350;    ///< between words, so that the growing triangle of the mask can be watched

    bool operator==(const GenerationOptions &) const = default;
};

/// The column of `probabilities` (1 × vocabulary) drawn for a position. Seed, position and probabilities give the same
/// column on every machine.
int sampledToken(const Matrix &probabilities, std::uint64_t seed, int position);

/// Feeds the decoder's output back, a word at a time: each is one undo command. Waits for the result of a word before
/// the next, and pauses on any other edit of the document.
class Generation : public QObject {
    Q_OBJECT
public:
    Generation(Document *document, QObject *parent);

    const GenerationOptions &options() const { return m_options; }
    void setOptions(const GenerationOptions &options);
    /// True from start() until the end token, the limit, pause() or an edit.
    bool isRunning() const { return m_left > 0; }
    /// Why no word can be added now, as a sentence; empty where one can.
    QString problem() const;

    void start();
    void step(); ///< one word
    void pause();
    /// Adds a chosen word to what the decoder reads; pauses first.
    void append(const std::string &token);

signals:
    void runningChanged();
    /// Why it stopped: a sentence, or empty where the limit, pause() or an edit did it.
    void stopped(const QString &sentence);

private:
    void begin(int words);
    void advance();
    void rest(const QString &sentence);
    void resultCame();
    void editCame();
    bool feed(const std::string &token);
    void choose();
    void use(const std::string &token);
    int row(const Trace &trace) const;
    Side side() const;

    Document *m_document;
    QTimer *m_timer;
    BackgroundWork *m_work; ///< chooses from a large vocabulary
    GenerationOptions m_options;
    int m_left = 0;
    bool m_feeding = false; ///< the document's present edit comes from here
};

} // namespace regard
