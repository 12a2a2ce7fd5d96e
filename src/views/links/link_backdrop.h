#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QImage>

#include "engine/base/matrix.h"

namespace regard {

class BandInk;
class StrongestLinks;

/// What link figures of one view leave for the next one: the bands as they were painted, and those of a picture with a
/// token in focus without the links that stand out. So pointing from token to token paints no more than what differs.
/// From any thread.
class LinkBackdrop {
public:
    /// Everything that bands depend on, except the focus.
    struct Scene {
        std::vector<std::weak_ptr<const Matrix>> weights;
        QByteArray rest;

        bool operator==(const Scene &other) const;
    };

    /// The counts of a scene, whatever is in focus.
    struct Counts {
        double floor = 0; ///< raised where there are too many links
        long shown = 0;   ///< links above it
        long hidden = 0;  ///< below
    };

    std::optional<Counts> counts(const Scene &scene) const;
    void keepCounts(const Scene &scene, const Counts &counts);
    /// Null where there are none of this scene.
    std::shared_ptr<const StrongestLinks> strongest(const Scene &scene) const;
    void keepStrongest(const Scene &scene, std::shared_ptr<const StrongestLinks> strongest);
    /// Null where there is none of this scene.
    QImage plain(const Scene &scene) const;
    void keepPlain(const Scene &scene, const QImage &image);
    /// One ink a panel; empty where there is none of this scene.
    std::vector<std::shared_ptr<const BandInk>> quiet(const Scene &scene) const;
    void keepQuiet(const Scene &scene, std::vector<std::shared_ptr<const BandInk>> inks);

private:
    mutable std::mutex m_mutex;
    Scene m_countedScene;
    std::optional<Counts> m_counts;
    Scene m_strongestScene;
    std::shared_ptr<const StrongestLinks> m_strongest;
    Scene m_plainScene;
    QImage m_plain;
    Scene m_quietScene;
    std::vector<std::shared_ptr<const BandInk>> m_quiet;
};

} // namespace regard
