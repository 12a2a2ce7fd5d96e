#pragma once

#include <QtGlobal>

// QCustomPlot's header uses Qt's foreach, which the project switches off.
#ifndef foreach
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
#else
#include <qcustomplot.h>
#endif
