<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
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
    <name>regard::StepViewButton</name>
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
</TS>
