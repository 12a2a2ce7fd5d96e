#include "views/table/view_table.h"

namespace regard {

ViewOptions LookChanges::applied(ViewOptions options) const
{
    options.links.floor = floor.value_or(options.links.floor);
    options.links.curved = curved.value_or(options.links.curved);
    options.links.strongest = strongest.value_or(options.links.strongest);
    if (scale)
        options.scale = scale;
    return options;
}

} // namespace regard
