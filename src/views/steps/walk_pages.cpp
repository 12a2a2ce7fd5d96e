#include "views/steps/walk_pages.h"

#include <utility>

#include <QCoreApplication>

#include "draw/fitted_figure.h"
#include "draw/titled_figure.h"
#include "views/steps/steps_figure.h"

namespace regard {

namespace {

struct WalkPagesText {
    Q_DECLARE_TR_FUNCTIONS(WalkPages)
};

constexpr double narrowestEnlarged = 600; // CSS pixels; narrower, rows would lose their numbers

QString pageTitle(const StepsData &data, StepKind kind)
{
    const QString &stage = data.steps[std::size_t(data.positionOf(kind))].title;
    return data.handDecimals > 0 ? WalkPagesText::tr("%1 · %2 · by hand").arg(stage, data.title)
                                 : WalkPagesText::tr("%1 · %2").arg(stage, data.title);
}

/// Lays a stage out for less than the page has, where it needs no more: drawn larger, it can be read from a distance.
std::unique_ptr<Figure> enlarged(const StepsData &data, int position, QSizeF space, const Theme &theme)
{
    for (const double factor : {1.75, 1.5, 1.25}) {
        const QSizeF smaller = space / factor;
        if (smaller.width() < narrowestEnlarged)
            continue;
        auto steps = std::make_unique<StepsFigure>(data, position, smaller, theme);
        if (steps->size() == smaller)
            return steps;
    }
    return std::make_unique<StepsFigure>(data, position, space, theme);
}

} // namespace

WalkPages::WalkPages(std::shared_ptr<const Model> model, SharedTrace trace, Selection selection,
                     std::vector<std::string> dimensions, const StepView &view, WalkScope scope, HiddenTokens hidden)
    : m_model(std::move(model)), m_trace(std::move(trace)), m_selection(std::move(selection)),
      m_dimensions(std::move(dimensions)), m_view(view), m_scope(scope), m_hidden(std::move(hidden)),
      m_frames(m_trace ? walkFrames(*m_model, m_trace, m_selection, scope, m_hidden) : std::vector<WalkFrame>())
{
}

WalkPages WalkPages::withScope(WalkScope scope) const
{
    WalkPages pages(m_model, m_trace, m_selection, m_dimensions, m_view, scope, m_hidden);
    pages.setState(m_state);
    return pages;
}

std::unique_ptr<Figure> WalkPages::page(int index, QSizeF size, const Theme &theme) const
{
    const WalkFrame &frame = m_frames.at(std::size_t(index));
    StepChoice choice = stepChoice(m_view);
    choice.only = frame.kind;
    const Selection selection = withTokensOf(m_selection, frame);
    StepsData data = stepsData(*m_model, m_trace, selection, m_dimensions, choice);
    if (!m_state.isEmpty())
        data.title += QStringLiteral(" · ") + m_state;
    const QString title = pageTitle(data, frame.kind);
    const QString corner = WalkPagesText::tr("%1 / %2").arg(index + 1).arg(count());
    auto steps = enlarged(data, data.positionOf(frame.kind), TitledFigure::spaceBelow(size), theme);
    return fitted(std::make_unique<TitledFigure>(std::move(steps), title, corner, size, theme), size, theme.panel);
}

} // namespace regard
