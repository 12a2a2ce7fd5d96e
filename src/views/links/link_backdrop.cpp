#include "views/links/link_backdrop.h"

#include <algorithm>
#include <utility>

namespace regard {

bool LinkBackdrop::Scene::operator==(const Scene &other) const
{
    // Another matrix may now be at the address of one that is gone.
    const auto isSame = [](const std::weak_ptr<const Matrix> &a, const std::weak_ptr<const Matrix> &b) {
        const std::shared_ptr<const Matrix> there = a.lock();
        return there && there == b.lock();
    };
    return rest == other.rest &&
           std::equal(weights.begin(), weights.end(), other.weights.begin(), other.weights.end(), isSame);
}

std::optional<LinkBackdrop::Counts> LinkBackdrop::counts(const Scene &scene) const
{
    const std::lock_guard lock(m_mutex);
    return m_countedScene == scene ? m_counts : std::nullopt;
}

void LinkBackdrop::keepCounts(const Scene &scene, const Counts &counts)
{
    const std::lock_guard lock(m_mutex);
    m_countedScene = scene;
    m_counts = counts;
}

std::shared_ptr<const StrongestLinks> LinkBackdrop::strongest(const Scene &scene) const
{
    const std::lock_guard lock(m_mutex);
    return m_strongestScene == scene ? m_strongest : nullptr;
}

void LinkBackdrop::keepStrongest(const Scene &scene, std::shared_ptr<const StrongestLinks> strongest)
{
    const std::lock_guard lock(m_mutex);
    m_strongestScene = scene;
    m_strongest = std::move(strongest);
}

QImage LinkBackdrop::plain(const Scene &scene) const
{
    const std::lock_guard lock(m_mutex);
    return m_plainScene == scene ? m_plain : QImage();
}

void LinkBackdrop::keepPlain(const Scene &scene, const QImage &image)
{
    const std::lock_guard lock(m_mutex);
    m_plainScene = scene;
    m_plain = image;
}

std::vector<std::shared_ptr<const BandInk>> LinkBackdrop::quiet(const Scene &scene) const
{
    const std::lock_guard lock(m_mutex);
    return m_quietScene == scene ? m_quiet : std::vector<std::shared_ptr<const BandInk>>();
}

void LinkBackdrop::keepQuiet(const Scene &scene, std::vector<std::shared_ptr<const BandInk>> inks)
{
    const std::lock_guard lock(m_mutex);
    m_quietScene = scene;
    m_quiet = std::move(inks);
}

} // namespace regard
