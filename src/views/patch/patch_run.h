#pragma once

#include <QObject>
#include <QString>

#include "views/patch/patch_data.h"

namespace regard {

class BackgroundWork;

/// Computes a map of patches on a thread of its own.
class PatchRun : public QObject {
    Q_OBJECT
public:
    explicit PatchRun(QObject *parent);

    /// The answer; while it is being computed null, or the one before where it is of the same states. Patches that are
    /// on leave it as it is.
    SharedPatch of(const ShownState &state, PatchKind kind, const PartsQuestion &words);
    /// Returns the answer itself and keeps it: for a file, which cannot be completed later.
    SharedPatch wholeOf(const ShownState &state, PatchKind kind, const PartsQuestion &words);
    bool isBusy() const;
    /// Why there is none: a sentence; else empty.
    const QString &problem() const { return m_problem; }
    void stop();
    /// Waits until it has ended and reported. For tests.
    void waitUntilDone();

signals:
    void progressed();

private:
    /// What is asked for.
    struct Question {
        ShownState state;
        PatchKind kind = PatchKind::HeadOutput;
        PartsQuestion words;
    };
    static bool areOfSameStates(const Question &a, const Question &b);
    static bool areSame(const Question &a, const Question &b);
    bool isAsked(const Question &question) const { return m_asked && areSame(*m_asked, question); }

    BackgroundWork *m_work;
    std::optional<Question> m_asked;
    SharedPatch m_known; ///< of this, or of an earlier question about the same states
    bool m_isKnown = false;
    QString m_problem;
};

/// The answer that the options' run knows or makes; null while it is being computed.
SharedPatch patchAnswerOf(const ShownState &state, const PatchOptions &options);

} // namespace regard
