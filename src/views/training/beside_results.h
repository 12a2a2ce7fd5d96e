#pragma once

#include <memory>
#include <vector>

#include <QObject>

#include "document/shown/shown.h"
#include "engine/pass/forward.h"

namespace regard {

class BackgroundWork;
class Document;

/// What the models beside the document's own make of the present sentence: computed on a thread, again for each of
/// their pictures.
class BesideResults : public QObject {
    Q_OBJECT
public:
    explicit BesideResults(Document *document);
    ~BesideResults() override;

    /// What a picture of that run is made from, with the part of the document's selection that it has: without a trace
    /// where none is there yet, or its model cannot read the sentence.
    ShownState state(std::size_t run) const;

    void setWanted(bool isWanted); ///< whether anybody looks
    void waitUntilDone();          ///< for tests

signals:
    void changed();

private:
    struct Wanted {
        std::vector<std::shared_ptr<const Model>> models;
        std::vector<Input> inputs;

        bool operator==(const Wanted &) const = default;
    };

    Wanted wanted() const;
    void compute();

    Document *m_document;
    bool m_isWanted = false;
    Wanted m_computed; ///< or being computed
    std::vector<ReadResult> m_results;
    std::unique_ptr<BackgroundWork> m_work;
};

} // namespace regard
