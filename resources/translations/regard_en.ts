<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Ablation</name>
    <message numerus="yes">
        <source>“%1” · %n token(s)</source>
        <translation>
            <numerusform>“%1” · %n token</numerusform>
            <numerusform>“%1” · %n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadSwitch</name>
    <message numerus="yes">
        <source>%n weight(s) set by hand</source>
        <translation>
            <numerusform>%n weight set by hand</numerusform>
            <numerusform>%n weights set by hand</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) cut</source>
        <translation>
            <numerusform>%n link cut</numerusform>
            <numerusform>%n links cut</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutsideConsent</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartsList</name>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SizeQuestion</name>
    <message numerus="yes">
        <source>With other sizes the model cannot go on with the %n step(s) that it has learned; Ctrl+Z gives them back. Change the sizes?</source>
        <translation>
            <numerusform>With other sizes the model cannot go on with the %n step that it has learned; Ctrl+Z gives it back. Change the sizes?</numerusform>
            <numerusform>With other sizes the model cannot go on with the %n steps that it has learned; Ctrl+Z gives them back. Change the sizes?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyChange</name>
    <message numerus="yes">
        <source>%n other key(s)</source>
        <translation>
            <numerusform>%n other key</numerusform>
            <numerusform>%n other keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other word(s)</source>
        <translation>
            <numerusform>%n other word</numerusform>
            <numerusform>%n other words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other head(s)</source>
        <translation>
            <numerusform>%n other head</numerusform>
            <numerusform>%n other heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::ChangesModel</name>
    <message numerus="yes">
        <source>%1 (%n cells)</source>
        <translation>
            <numerusform>%1 (%n cell)</numerusform>
            <numerusform>%1 (%n cells)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n cells, and %L2 new)</source>
        <translation>
            <numerusform>%1 (%n cell, and %L2 new)</numerusform>
            <numerusform>%1 (%n cells, and %L2 new)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::ChangesPanel</name>
    <message numerus="yes">
        <source>%n cells, since the pinned state</source>
        <translation>
            <numerusform>%n cell, since the pinned state</numerusform>
            <numerusform>%n cells, since the pinned state</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cells, since the file was opened</source>
        <translation>
            <numerusform>%n cell, since the file was opened</numerusform>
            <numerusform>%n cells, since the file was opened</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::FindPanel</name>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::HeadsPanel</name>
    <message numerus="yes">
        <source>set %n head(s)</source>
        <translation>
            <numerusform>set %n head</numerusform>
            <numerusform>set %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::ModelPanel</name>
    <message numerus="yes">
        <source>set %n decoder head(s)</source>
        <translation>
            <numerusform>set %n decoder head</numerusform>
            <numerusform>set %n decoder heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set %n decoder layer(s)</source>
        <translation>
            <numerusform>set %n decoder layer</numerusform>
            <numerusform>set %n decoder layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set %n layer(s)</source>
        <translation>
            <numerusform>set %n layer</numerusform>
            <numerusform>set %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set %n head(s)</source>
        <translation>
            <numerusform>set %n head</numerusform>
            <numerusform>set %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::Presentation</name>
    <message numerus="yes">
        <source>%n snapshots</source>
        <translation>
            <numerusform>%n snapshot</numerusform>
            <numerusform>%n snapshots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::RecoveryDialog</name>
    <message numerus="yes">
        <source>A recording of %n page(s)</source>
        <translation>
            <numerusform>A recording of %n page</numerusform>
            <numerusform>A recording of %n pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::SentenceBar</name>
    <message numerus="yes">
        <source>%n weight(s), link(s) or patched row(s) went with their words; Undo brings them back.</source>
        <translation>
            <numerusform>%n weight, link or patched row went with its word; Undo brings it back.</numerusform>
            <numerusform>%n weights, links or patched rows went with their words; Undo brings them back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::StepViewMenu</name>
    <message numerus="yes">
        <source>Weights rounded to %n decimal(s)</source>
        <translation>
            <numerusform>Weights rounded to %n decimal</numerusform>
            <numerusform>Weights rounded to %n decimals</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::StepsPanel</name>
    <message numerus="yes">
        <source>by hand, %n decimal(s): %1</source>
        <translation>
            <numerusform>by hand, %n decimal: %1</numerusform>
            <numerusform>by hand, %n decimals: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::Training</name>
    <message numerus="yes">
        <source>The model has other sizes than the one that learned %n step(s). Begin anew with them, or undo the change.</source>
        <translation>
            <numerusform>The model has other sizes than the one that learned %n step. Begin anew with them, or undo the change.</numerusform>
            <numerusform>The model has other sizes than the one that learned %n steps. Begin anew with them, or undo the change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Train %n step(s)</source>
        <translation>
            <numerusform>Train %n step</numerusform>
            <numerusform>Train %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::TrainingDetails</name>
    <message numerus="yes">
        <source>%n token(s) in the vocabulary</source>
        <translation>
            <numerusform>%n token in the vocabulary</numerusform>
            <numerusform>%n tokens in the vocabulary</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the longest sentence has %n</source>
        <translation>
            <numerusform>the longest sentence has %n</numerusform>
            <numerusform>the longest sentence has %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::TrainingRow</name>
    <message numerus="yes">
        <source>Train &amp;all %n</source>
        <translation>
            <numerusform>Train &amp;its model</numerusform>
            <numerusform>Train &amp;all %n</numerusform>
        </translation>
    </message>
</context>
</TS>
