<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Ablation</name>
    <message>
        <source>%1 · head %2</source>
        <translation>%1 · 头 %2</translation>
    </message>
    <message>
        <source>%1 · feed-forward</source>
        <translation>%1 · 前馈网络</translation>
    </message>
    <message>
        <source>%1 · attention</source>
        <translation>%1 · 注意力</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>%1 · state %2</source>
        <translation>%1 · 状态 %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 · all heads</source>
        <translation>%1 · 所有头</translation>
    </message>
    <message>
        <source>%1 cut</source>
        <translation>%1 已切断</translation>
    </message>
    <message numerus="yes">
        <source>“%1” · %n token(s)</source>
        <translation>
            <numerusform>“%1” · %n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>rows between layers</source>
        <translation>层与层之间的行</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1之后</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1之前</translation>
    </message>
    <message>
        <source>mean over %1</source>
        <translation>%1 上的平均</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1来自%2</translation>
    </message>
    <message>
        <source>mean over sentences</source>
        <translation>句子平均</translation>
    </message>
    <message>
        <source>”, “</source>
        <translation>”、“</translation>
    </message>
</context>
<context>
    <name>AblationEffect</name>
    <message>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
    <message>
        <source>“%1”: zeros in the whole model, and no longer</source>
        <translation>“%1”：在整个模型中为零，现在不再是</translation>
    </message>
    <message>
        <source>“%1”: changed by %2 of its length; %3 times as long, without a direction to compare</source>
        <translation>“%1”：改变了长度的 %2；是原来的 %3 倍长，没有方向可比</translation>
    </message>
    <message>
        <source>“%1”: changed by %2 of its length; %3 times as long, turned by %4</source>
        <translation>“%1”：改变了长度的 %2；是原来的 %3 倍长，转过 %4</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>mean %1 · most %2 at “%3”</source>
        <translation>平均 %1 · 最多 %2，在“%3”</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>angle × len</source>
        <translation>角度 × 长度</translation>
    </message>
    <message>
        <source>change ÷ length</source>
        <translation>变化 ÷ 长度</translation>
    </message>
    <message>
        <source>after “%1”: %2 of the probability goes to other words</source>
        <translation>在“%1”之后：%2 的概率转到了别的词</translation>
    </message>
    <message>
        <source>after</source>
        <translation>在此之后</translation>
    </message>
    <message>
        <source>total variation, 0 – 1</source>
        <translation>总变差，0 – 1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>“%1” after “%2”: probability %3, %4 in the whole model</source>
        <translation>“%2”之后的“%1”：概率 %3，在整个模型中为 %4</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>whole → now</source>
        <translation>整个 → 现在</translation>
    </message>
    <message>
        <source>change of probability</source>
        <translation>概率的变化</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Output of %1</source>
        <translation>%1的输出</translation>
    </message>
    <message>
        <source>Output of the encoder</source>
        <translation>编码器的输出</translation>
    </message>
    <message>
        <source>Output of the decoder</source>
        <translation>解码器的输出</translation>
    </message>
    <message>
        <source>Next word after “%1”</source>
        <translation>“%1”之后的下一个词</translation>
    </message>
    <message>
        <source>Next-word probabilities</source>
        <translation>下一个词的概率</translation>
    </message>
    <message>
        <source>in place of “%1”: %2 of the probability goes to other words</source>
        <translation>在“%1”处：%2 的概率转到了别的词</translation>
    </message>
    <message>
        <source>in place of</source>
        <translation>在此处</translation>
    </message>
    <message>
        <source>“%1” in place of “%2”: probability %3, %4 in the whole model</source>
        <translation>“%2”处的“%1”：概率 %3，在整个模型中为 %4</translation>
    </message>
    <message>
        <source>in place of “%1”</source>
        <translation>在“%1”处</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>在“%1”之后</translation>
    </message>
    <message>
        <source>%1: no change</source>
        <translation>%1：没有变化</translation>
    </message>
    <message>
        <source>%1 · total variation %2</source>
        <translation>%1 · 总变差 %2</translation>
    </message>
    <message>
        <source>Word in place of “%1”</source>
        <translation>“%1”处的词</translation>
    </message>
    <message>
        <source>Probabilities of words</source>
        <translation>各词的概率</translation>
    </message>
    <message>
        <source>How far each token&apos;s vector moved: the length of the difference now − whole ÷ the length in the whole model. 0: no change, 1: it moved as far as it is long. Beside it: by what angle it turned, and how many times as long it is</source>
        <translation>每个词元的向量移动了多远：差（现在 − 完整）的长度 ÷ 在完整模型中的长度。0：没有变化，1：移动的距离等于它的长度。旁边是它转过的角度，以及长度变为几倍</translation>
    </message>
    <message>
        <source>Total variation: half the sum over all words of |probability now − in the whole model|, the share of the probability that goes to other words. 0: no change, 1: no word in common</source>
        <translation>总变差：所有词的 |现在的概率 − 完整模型中的概率| 之和的一半，即转到其他词的概率份额。0：没有变化，1：没有共同的词</translation>
    </message>
    <message>
        <source>The word&apos;s probability now − in the whole model</source>
        <translation>这个词现在的概率 − 在完整模型中的概率</translation>
    </message>
    <message>
        <source>“%1”: the probability that it was replaced changes by %2</source>
        <translation>“%1”：它被换过的概率变化 %2</translation>
    </message>
    <message>
        <source>“%2” is %1: probability %3, %4 in the whole model</source>
        <translation>“%2”是 %1：概率 %3，完整模型中为 %4</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Whether “%1” was replaced</source>
        <translation>“%1”是否被换过</translation>
    </message>
    <message>
        <source>Probabilities of being replaced</source>
        <translation>被换过的概率</translation>
    </message>
</context>
<context>
    <name>BlockData</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>The stream after the last layer</source>
        <translation>最后一层之后的残差流</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The same after the final norm</source>
        <translation>同上，再经过最终归一化</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The tokens&apos; rows of the embedding</source>
        <translation>各词元在嵌入矩阵中的行</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放后</translation>
    </message>
    <message>
        <source>The rows × √%1</source>
        <translation>各行 × √%1</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What is added: a row for each position</source>
        <translation>加上的内容：每个位置一行</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>The tokens&apos; rows + their positions</source>
        <translation>词元的行 + 位置的行</translation>
    </message>
    <message>
        <source>normed</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>What the first layer reads</source>
        <translation>第一层读入的内容</translation>
    </message>
    <message>
        <source>What the queries are made of</source>
        <translation>查询由它得来</translation>
    </message>
    <message>
        <source>What queries, keys and values are made of</source>
        <translation>查询、键和值由它得来</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>The encoder&apos;s output: what keys and values are made of</source>
        <translation>编码器的输出：键和值由它得来</translation>
    </message>
    <message>
        <source>The heads&apos; outputs combined</source>
        <translation>各头合起来的输出</translation>
    </message>
    <message>
        <source>The feed-forward&apos;s input</source>
        <translation>前馈网络读入的内容</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏层</translation>
    </message>
    <message>
        <source>Hidden activations, after the activation</source>
        <translation>经过激活函数之后的隐藏层</translation>
    </message>
    <message>
        <source>The feed-forward&apos;s output</source>
        <translation>前馈网络的输出</translation>
    </message>
    <message>
        <source>The stream before the sublayer</source>
        <translation>子层之前的残差流</translation>
    </message>
    <message>
        <source>The same after the norm: the sublayer&apos;s input</source>
        <translation>同上，经过归一化：子层读入的内容</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>The stream, past the sublayer</source>
        <translation>绕过子层的残差流</translation>
    </message>
    <message>
        <source>The sublayer&apos;s output</source>
        <translation>子层的输出</translation>
    </message>
    <message>
        <source>The stream plus the sublayer&apos;s output</source>
        <translation>残差流 + 子层的输出</translation>
    </message>
    <message>
        <source>The sum after the norm: what the next sublayer reads</source>
        <translation>同上，经过归一化：传给下一步</translation>
    </message>
    <message>
        <source>The stream plus the sublayer&apos;s output: what the next sublayer reads</source>
        <translation>残差流 + 子层的输出：传给下一步</translation>
    </message>
    <message>
        <source>The decoder&apos;s output</source>
        <translation>解码器的输出</translation>
    </message>
    <message>
        <source>Logits: a score for each token of the vocabulary</source>
        <translation>logits：词表中每个词元的得分</translation>
    </message>
    <message>
        <source>Softmax of each row: the probability of each next token, at temperature 1</source>
        <translation>逐行 softmax：下一个词元各自的概率，温度为 1</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What is added: the row of the sentence of a pair that the token stands in</source>
        <translation>加上的内容：词元所在的那一句（句对中的第几句）的行</translation>
    </message>
    <message>
        <source>The tokens&apos; rows + their positions + their types</source>
        <translation>词元的行 + 位置的行 + 类型的行</translation>
    </message>
    <message>
        <source>The tokens&apos; rows + their types</source>
        <translation>词元的行 + 类型的行</translation>
    </message>
    <message>
        <source>activated</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>x · W_1, after the activation</source>
        <translation>x · W_1，经过激活函数之后</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门</translation>
    </message>
    <message>
        <source>x · W_3, which the activated are multiplied by</source>
        <translation>x · W_3，激活后的数与它相乘</translation>
    </message>
    <message>
        <source>Hidden activations, times their gate</source>
        <translation>隐藏层的激活，乘以各自的门</translation>
    </message>
    <message>
        <source>The transform&apos;s output</source>
        <translation>变换的输出</translation>
    </message>
    <message>
        <source>The encoder&apos;s output</source>
        <translation>编码器的输出</translation>
    </message>
    <message>
        <source>After a linear layer, the activation and a norm</source>
        <translation>经过线性层、激活函数和归一化之后</translation>
    </message>
    <message>
        <source>Logits of the token in focus: the %1 largest of %2</source>
        <translation>焦点词元的 logits：%2 个中最大的 %1 个</translation>
    </message>
    <message>
        <source>Softmax of each row: the probability of each token at its place</source>
        <translation>逐行 softmax：各个词元在该位置的概率</translation>
    </message>
    <message>
        <source>Softmax over all %2 tokens at the one in focus: the %1 likeliest</source>
        <translation>在焦点词元处对全部 %2 个词元做 softmax：概率最大的 %1 个</translation>
    </message>
    <message>
        <source>first state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>Where the decoder’s layers begin</source>
        <translation>解码器各层的起点</translation>
    </message>
    <message>
        <source>tanh of state and context, times W</source>
        <translation>状态与上下文乘 W，再取 tanh</translation>
    </message>
    <message>
        <source>What each step reads beside the state before it</source>
        <translation>每一步除之前的状态外所读的</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>How much of the state before enters the candidate</source>
        <translation>之前的状态有多少进入候选</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>How much of the state before stays</source>
        <translation>之前的状态有多少保留</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>What the state would become</source>
        <translation>状态将要变成的样子</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The state after each step</source>
        <translation>每一步之后的状态</translation>
    </message>
    <message>
        <source>The last states of the encoder’s last layer</source>
        <translation>编码器最后一层的最后状态</translation>
    </message>
    <message>
        <source>The mean of the encoder’s rows that are not masked out</source>
        <translation>编码器未被掩蔽的各行的平均</translation>
    </message>
    <message>
        <source>The top layer’s state after each step</source>
        <translation>最上层在每一步之后的状态</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>The attention&apos;s output</source>
        <translation>注意力的输出</translation>
    </message>
    <message>
        <source>The last cell states of the encoder’s last layer</source>
        <translation>编码器最后一层最后的单元状态</translation>
    </message>
    <message>
        <source>first cell state</source>
        <translation>初始单元状态</translation>
    </message>
    <message>
        <source>Where the cell states of the decoder’s layers begin</source>
        <translation>解码器各层的单元状态从这里开始</translation>
    </message>
    <message>
        <source>input gate</source>
        <translation>输入门</translation>
    </message>
    <message>
        <source>How much of the candidate enters the cell state</source>
        <translation>候选有多少进入单元状态</translation>
    </message>
    <message>
        <source>forget gate</source>
        <translation>遗忘门</translation>
    </message>
    <message>
        <source>How much of the cell state before stays</source>
        <translation>之前的单元状态保留多少</translation>
    </message>
    <message>
        <source>What would be added to the cell state</source>
        <translation>将要加进单元状态的内容</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <source>How much of the cell state the state shows</source>
        <translation>状态显示出单元状态的多少</translation>
    </message>
    <message>
        <source>cell state</source>
        <translation>单元状态</translation>
    </message>
    <message>
        <source>What the cell remembers after each step</source>
        <translation>每一步之后单元记住的内容</translation>
    </message>
    <message>
        <source>The rows × 0.88 ÷ (1 − the share of masks)</source>
        <translation>各行 × 0.88 ÷ (1 − 掩码所占的比例)</translation>
    </message>
    <message>
        <source>The rows × %1</source>
        <translation>各行 × %1</translation>
    </message>
    <message>
        <source>The sum after the norm</source>
        <translation>归一化后的和</translation>
    </message>
    <message>
        <source>projected</source>
        <translation>投影后</translation>
    </message>
    <message>
        <source>The sublayer&apos;s output after the norm</source>
        <translation>归一化之后的子层输出</translation>
    </message>
    <message>
        <source>widened</source>
        <translation>扩宽后</translation>
    </message>
    <message>
        <source>The tokens&apos; rows × W_E, as wide as the layers</source>
        <translation>词元的行 × W_E，与各层同宽</translation>
    </message>
    <message>
        <source>After a linear layer and the activation</source>
        <translation>经过一个线性层和激活函数之后</translation>
    </message>
    <message>
        <source>The rows × W_D, as narrow as a token&apos;s row</source>
        <translation>各行 × W_D，与词元的行同宽</translation>
    </message>
    <message>
        <source>Softmax of each row: the probabilities that the token is original and that it was replaced</source>
        <translation>每行的 softmax：该词元是原词和被换过的概率</translation>
    </message>
</context>
<context>
    <name>BlockDiagram</name>
    <message>
        <source>encoder without layers</source>
        <translation>没有层的编码器</translation>
    </message>
    <message>
        <source>decoder without layers</source>
        <translation>没有层的解码器</translation>
    </message>
    <message>
        <source>encoder layer %1</source>
        <translation>编码器第 %1 层</translation>
    </message>
    <message>
        <source>decoder layer %1</source>
        <translation>解码器第 %1 层</translation>
    </message>
    <message>
        <source>to layer %1</source>
        <translation>到第 %1 层</translation>
    </message>
    <message>
        <source>Go to layer %1</source>
        <translation>转到第 %1 层</translation>
    </message>
    <message>
        <source>Layer %1 output</source>
        <translation>第 %1 层的输出</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Embedding + positions</source>
        <translation>嵌入 + 位置</translation>
    </message>
    <message>
        <source>The tokens&apos; rows</source>
        <translation>词元的行</translation>
    </message>
    <message>
        <source> × √%1</source>
        <translation> × √%1</translation>
    </message>
    <message>
        <source>, positions added</source>
        <translation>，加上位置</translation>
    </message>
    <message>
        <source>, normed with ε %1</source>
        <translation>，归一化，ε %1</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Layer norm of the stream, before the sublayer</source>
        <translation>子层之前对残差流做层归一化</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Add &amp; norm</source>
        <translation>相加并归一化</translation>
    </message>
    <message>
        <source>The stream plus the sublayer&apos;s output</source>
        <translation>残差流 + 子层的输出</translation>
    </message>
    <message>
        <source>Layer norm of the stream plus the sublayer&apos;s output</source>
        <translation>对残差流 + 子层的输出做层归一化</translation>
    </message>
    <message>
        <source>Layer norm of the sublayer&apos;s output</source>
        <translation>对子层的输出做层归一化</translation>
    </message>
    <message>
        <source>Feed forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Two linear layers with %1 between them</source>
        <translation>两个线性层，中间是 %1</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>Multi-head attention</source>
        <translation>多头注意力</translation>
    </message>
    <message>
        <source>Every token attends to all tokens of its own sentence</source>
        <translation>每个词元关注本句的所有词元</translation>
    </message>
    <message>
        <source>Masked self-attention</source>
        <translation>带掩码的自注意力</translation>
    </message>
    <message>
        <source>Every token attends to itself and to those before it</source>
        <translation>每个词元关注自己和它之前的词元</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Every token of the target attends to the encoder&apos;s output</source>
        <translation>目标句的每个词元关注编码器的输出</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个头</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>%1, d_k %2, d_v %3</source>
        <translation>%1，d_k %2，d_v %3</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>One more layer norm after the stack</source>
        <translation>整个层堆叠之后再做一次层归一化</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性层</translation>
    </message>
    <message>
        <source>The output layer: a score for each token of the vocabulary</source>
        <translation>输出层：词表中每个词元的得分</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Probabilities of the next token</source>
        <translation>下一个词元的概率</translation>
    </message>
    <message>
        <source>encoder output → decoder</source>
        <translation>编码器输出 → 解码器</translation>
    </message>
    <message>
        <source>Go to the decoder&apos;s cross-attention</source>
        <translation>转到解码器的交叉注意力</translation>
    </message>
    <message>
        <source>encoder output</source>
        <translation>编码器输出</translation>
    </message>
    <message>
        <source>The encoder&apos;s output</source>
        <translation>编码器的输出</translation>
    </message>
    <message>
        <source>The encoder&apos;s output: keys and values come from it</source>
        <translation>编码器的输出：键和值由它得来</translation>
    </message>
    <message>
        <source>Keys and values come from the encoder&apos;s output: go to the encoder</source>
        <translation>键和值来自编码器的输出：转到编码器</translation>
    </message>
    <message>
        <source>off: %1</source>
        <translation>已停用：%1</translation>
    </message>
    <message>
        <source>%1 · %2 off</source>
        <translation>%1 · 停用 %2 个</translation>
    </message>
    <message>
        <source>Embedding + positions + types</source>
        <translation>嵌入 + 位置 + 类型</translation>
    </message>
    <message>
        <source>Embedding + types</source>
        <translation>嵌入 + 类型</translation>
    </message>
    <message>
        <source>, token types added</source>
        <translation>，加上词元类型</translation>
    </message>
    <message>
        <source>RMS norm of the stream, before the sublayer</source>
        <translation>子层之前对残差流做 RMS 归一化</translation>
    </message>
    <message>
        <source>Add &amp; RMS norm</source>
        <translation>相加并做 RMS 归一化</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>RMS norm of the stream plus the sublayer&apos;s output</source>
        <translation>对残差流 + 子层的输出做 RMS 归一化</translation>
    </message>
    <message>
        <source>RMS norm of the sublayer&apos;s output</source>
        <translation>对子层的输出做 RMS 归一化</translation>
    </message>
    <message>
        <source>Two linear layers in parallel, %1 of one times the other, then a third</source>
        <translation>两个并列的线性层，一个经 %1 后与另一个相乘，再经第三个线性层</translation>
    </message>
    <message>
        <source>Gated feed forward</source>
        <translation>门控前馈网络</translation>
    </message>
    <message>
        <source>%1 heads, %2 k/v</source>
        <translation>%1 个头，%2 个 k/v</translation>
    </message>
    <message>
        <source>%1; %2 heads share each key and value head</source>
        <translation>%1；每 %2 个头共用一个键值头</translation>
    </message>
    <message>
        <source>%1 · rotary</source>
        <translation>%1 · 旋转</translation>
    </message>
    <message>
        <source>%1; q and k are rotated by their positions</source>
        <translation>%1；q 和 k 按各自的位置旋转</translation>
    </message>
    <message>
        <source>One more RMS norm after the stack</source>
        <translation>整个层堆叠之后再做一次 RMS 归一化</translation>
    </message>
    <message>
        <source>Transform</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>A linear layer, %1 and a norm before the output layer</source>
        <translation>输出层之前的线性层、%1 和归一化</translation>
    </message>
    <message>
        <source>Probabilities of the token at this position</source>
        <translation>该位置上词元的概率</translation>
    </message>
    <message>
        <source>decoder output</source>
        <translation>解码器输出</translation>
    </message>
    <message>
        <source>The decoder&apos;s output</source>
        <translation>解码器的输出</translation>
    </message>
    <message>
        <source>State and context</source>
        <translation>状态与上下文</translation>
    </message>
    <message>
        <source>tanh([s; c] W + b): the top layer’s state and the attention’s context become what the output layer reads</source>
        <translation>tanh([s; c] W + b)：最上层的状态与注意力的上下文合成输出层读取的内容</translation>
    </message>
    <message>
        <source>Bahdanau’s attention: the top layer’s state before the step queries the encoder’s output, and the context enters the cells beside the word</source>
        <translation>Bahdanau 的注意力：最上层在这一步之前的状态查询编码器的输出，上下文与词一起进入循环单元</translation>
    </message>
    <message>
        <source>Luong’s attention: the top layer’s state after the step queries the encoder’s output</source>
        <translation>Luong 的注意力：最上层在这一步之后的状态查询编码器的输出</translation>
    </message>
    <message>
        <source>First state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>tanh(s W + b) of the encoder&apos;s summary s, before the first step</source>
        <translation>第一步之前：由编码器留下的内容得到的 tanh(s W + b)</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>The states of both directions at a word beside each other</source>
        <translation>一个词处两个方向的状态并排</translation>
    </message>
    <message>
        <source>%1 cells</source>
        <translation>%1 单元</translation>
    </message>
    <message>
        <source>One cell per word, from the first to the last: each reads its input and the previous word&apos;s state</source>
        <translation>每个词一个单元，从第一个到最后一个：每个单元读取下面来的内容和前一个词留下的状态</translation>
    </message>
    <message>
        <source>One cell per word, from the last to the first: each reads its input and the next word&apos;s state</source>
        <translation>每个词一个单元，从最后一个到第一个：每个单元读取下面来的内容和后一个词留下的状态</translation>
    </message>
    <message>
        <source>Go to the decoder’s first state</source>
        <translation>转到解码器的初始状态</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Go to the attention, in layer 1</source>
        <translation>转到第 1 层的注意力</translation>
    </message>
    <message>
        <source>, scaled by how many are masked</source>
        <translation>，按掩码的多少缩放</translation>
    </message>
    <message>
        <source>, projected from %1 numbers to %2</source>
        <translation>，由 %1 个数投影为 %2 个</translation>
    </message>
    <message>
        <source>RMS norm &amp; add</source>
        <translation>RMS 归一化并相加</translation>
    </message>
    <message>
        <source>Norm &amp; add</source>
        <translation>归一化并相加</translation>
    </message>
    <message>
        <source>The stream plus the norm of the sublayer&apos;s output</source>
        <translation>残差流加上归一化后的子层输出</translation>
    </message>
    <message>
        <source>; beside the attention: it reads the stream that the layer begins with</source>
        <translation>；与注意力并行：读取该层开始时的流</translation>
    </message>
    <message>
        <source>%1, parallel</source>
        <translation>%1（并行）</translation>
    </message>
    <message>
        <source>Every token attends to itself and the %1 before it</source>
        <translation>每个词元关注自己和它之前的 %1 个词元</translation>
    </message>
    <message>
        <source>A probability for each token of the vocabulary</source>
        <translation>词表中每个词元的概率</translation>
    </message>
    <message>
        <source>A linear layer and %1 before the output layer</source>
        <translation>输出层之前的一个线性层和 %1</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>To the width of a token’s row, before the output layer</source>
        <translation>在输出层之前变为词元的行的宽度</translation>
    </message>
    <message>
        <source>The output layer: a score for “original” and one for “replaced”</source>
        <translation>输出层：“original”（原词）和“replaced”（被换过）各一个分数</translation>
    </message>
    <message>
        <source>Whether each token was replaced</source>
        <translation>每个词元是否被换过</translation>
    </message>
    <message>
        <source>%1 · patched</source>
        <translation>%1 · 已替入</translation>
    </message>
    <message>
        <source>%1 · patched after it</source>
        <translation>%1 · 其后已替入</translation>
    </message>
</context>
<context>
    <name>CellBlock</name>
    <message>
        <source>Row %1, column %2 of the pasted block is empty: every cell needs a number.</source>
        <translation>粘贴的数据第 %1 行第 %2 列是空的：每个单元格都要有一个数。</translation>
    </message>
    <message>
        <source>Row %1, column %2 of the pasted block is “%3”, which is not a number.</source>
        <translation>粘贴的数据第 %1 行第 %2 列是“%3”，不是数。</translation>
    </message>
    <message>
        <source>There are no numbers to paste.</source>
        <translation>没有可粘贴的数。</translation>
    </message>
    <message>
        <source>Row %1 of the pasted block has %2 cells, but row 1 has %3: all rows must be equally long.</source>
        <translation>粘贴的数据第 %1 行有 %2 个单元格，第 1 行却有 %3 个：各行必须一样长。</translation>
    </message>
    <message>
        <source>The pasted list is not a matrix: write its rows in brackets, such as [[1, 2], [3, 4]].</source>
        <translation>粘贴的列表不是矩阵：每行要写在方括号里，例如 [[1, 2], [3, 4]]。</translation>
    </message>
    <message>
        <source>The pasted list leaves numbers out (“...”): copy it whole. NumPy prints all of them after numpy.set_printoptions(threshold=sys.maxsize).</source>
        <translation>粘贴的列表省略了一些数（“...”）：请复制完整的列表。执行 numpy.set_printoptions(threshold=sys.maxsize) 之后，NumPy 会打印所有的数。</translation>
    </message>
</context>
<context>
    <name>CellEffect</name>
    <message>
        <source>%1: score %2 per unit; masked, so its weight stays 0</source>
        <translation>%1：得分每单位变化 %2；已被掩去，权重仍为 0</translation>
    </message>
    <message>
        <source>%1: score %2, weight %3 per unit</source>
        <translation>%1：每单位得分变化 %2，权重变化 %3</translation>
    </message>
    <message>
        <source>head %1 in layer %2</source>
        <translation>第 %2 层的头 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>This cell does not reach %1: it is read later, or by other heads.</source>
        <translation>%1 与这个单元格无关：它在后面才被读取，或由其他头读取。</translation>
    </message>
    <message>
        <source>Moves none of the %1 scores of %2 now</source>
        <translation>现在不影响%2 的 %1 个得分中的任何一个</translation>
    </message>
    <message>
        <source>Moves %1 of %2 scores of %3; most %4: %5 per unit</source>
        <translation>影响%3 的 %2 个得分中的 %1 个；影响最大的是 %4：每单位 %5</translation>
    </message>
    <message>
        <source>Moves only “%1”: %2 per unit</source>
        <translation>只影响“%1”：每增加 1，%2</translation>
    </message>
</context>
<context>
    <name>ChangeText</name>
    <message>
        <source>%1 now, new</source>
        <translation>现在 %1，新</translation>
    </message>
    <message>
        <source>%1 pinned, %2 now</source>
        <translation>固定 %1，现在 %2</translation>
    </message>
    <message>
        <source>%1 pinned, %2 now, %3</source>
        <translation>固定 %1，现在 %2，%3</translation>
    </message>
    <message>
        <source>%1 → %2 %3 to %4 in %5, head %6</source>
        <translation>%1 → %2 %3 变为 %4，%5，头 %6</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>did not move</source>
        <translation>没有移动</translation>
    </message>
    <message>
        <source>moved less than 0.1 % of its attention</source>
        <translation>移动了不到 0.1 % 的注意力</translation>
    </message>
    <message>
        <source>moved %1 % of its attention</source>
        <translation>移动了 %1 % 的注意力</translation>
    </message>
    <message>
        <source>The pinned state has no encoder.</source>
        <translation>固定的状态没有编码器。</translation>
    </message>
    <message>
        <source>The pinned state has no decoder.</source>
        <translation>固定的状态没有解码器。</translation>
    </message>
    <message>
        <source>The pinned state has no attention from decoder to encoder.</source>
        <translation>固定的状态没有从解码器到编码器的注意力。</translation>
    </message>
    <message>
        <source>Layer %1 is new: the pinned state has 1 layer.</source>
        <translation>第 %1 层是新的：固定的状态有 1 层。</translation>
    </message>
    <message>
        <source>Layer %1 is new: the pinned state has %2 layers.</source>
        <translation>第 %1 层是新的：固定的状态有 %2 层。</translation>
    </message>
    <message>
        <source>Head %1 of %2 is new: the pinned state has 1 head.</source>
        <translation>%2的头 %1 是新的：固定的状态有 1 个头。</translation>
    </message>
    <message>
        <source>Head %1 of %2 is new: the pinned state has %3 heads.</source>
        <translation>%2的头 %1 是新的：固定的状态有 %3 个头。</translation>
    </message>
    <message>
        <source>head %1 is new</source>
        <translation>头 %1 是新的</translation>
    </message>
    <message>
        <source>heads %1 are new</source>
        <translation>头 %1 是新的</translation>
    </message>
    <message>
        <source>switched off since: %1</source>
        <translation>此后停用：%1</translation>
    </message>
    <message>
        <source>attention uniform since: %1</source>
        <translation>此后注意力均匀：%1</translation>
    </message>
    <message>
        <source>switched on since: %1</source>
        <translation>此后启用：%1</translation>
    </message>
    <message>
        <source>another temperature since: %1</source>
        <translation>此后温度改变：%1</translation>
    </message>
    <message>
        <source>head %1 of %2</source>
        <translation>%2的头 %1</translation>
    </message>
    <message>
        <source>the attention of %1</source>
        <translation>%1的注意力</translation>
    </message>
    <message>
        <source>the feed-forward of %1</source>
        <translation>%1的前馈网络</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 head %2</source>
        <translation>%1头 %2</translation>
    </message>
    <message>
        <source>every word is new</source>
        <translation>每个词都是新的</translation>
    </message>
    <message>
        <source>1 word is new</source>
        <translation>1 个词是新的</translation>
    </message>
    <message>
        <source>%1 words are new</source>
        <translation>%1 个词是新的</translation>
    </message>
    <message>
        <source>1 head is new</source>
        <translation>1 个头是新的</translation>
    </message>
    <message>
        <source>%1 heads are new</source>
        <translation>%1 个头是新的</translation>
    </message>
    <message>
        <source>the output differs</source>
        <translation>输出不同</translation>
    </message>
    <message>
        <source>attention set by hand or cut since: %1</source>
        <translation>此后手动设定或切断的注意力：%1</translation>
    </message>
    <message>
        <source>moves less than 0.1 % otherwise</source>
        <translation>移动的量不到 0.1 % 不同</translation>
    </message>
    <message>
        <source>moves %1 % otherwise</source>
        <translation>移动的量有 %1 % 不同</translation>
    </message>
    <message>
        <source>rows of another pass since: %1</source>
        <translation>之后替入了另一次计算的行：%1</translation>
    </message>
</context>
<context>
    <name>CircuitsData</name>
    <message>
        <source>What the encoder&apos;s heads write reaches the output layer only through the decoder: choose a head of the decoder.</source>
        <translation>编码器的头写出的内容只有经过解码器才到达输出层：请选择解码器的头。</translation>
    </message>
    <message>
        <source>The output layer reads rows of another width than the heads write: there is no OV circuit without its masked-word head.</source>
        <translation>输出层读入的行与头写出的宽度不同：没有被掩词输出头就没有 OV 电路。</translation>
    </message>
    <message>
        <source>This attention reads the states of recurrent cells, not words: it has no circuit over words alone.</source>
        <translation>这个注意力读的是循环单元的状态，不是词：它没有只关于词的电路。</translation>
    </message>
    <message>
        <source>None of these words is in the vocabulary: type one that is.</source>
        <translation>这些词都不在词表里：请输入一个词表里的词。</translation>
    </message>
    <message>
        <source>QK circuit · %1</source>
        <translation>QK 电路 · %1</translation>
    </message>
    <message>
        <source>OV circuit · %1</source>
        <translation>OV 电路 · %1</translation>
    </message>
    <message>
        <source> · distance %1</source>
        <translation> · 距离 %1</translation>
    </message>
    <message>
        <source> · copying score %1</source>
        <translation> · 复制分数 %1</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>score, not a logit</source>
        <translation>得分，不是 logit</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>发问</translation>
    </message>
    <message>
        <source>is read</source>
        <translation>被读到</translation>
    </message>
    <message>
        <source>is looked at</source>
        <translation>被看</translation>
    </message>
    <message>
        <source>is made likelier</source>
        <translation>变得更可能</translation>
    </message>
    <message>
        <source>Copying score %1: 1 makes just the words that it reads likelier, −1 less likely.</source>
        <translation>复制分数 %1：1 表示正好使它读到的词更可能，−1 表示使它们更不可能。</translation>
    </message>
    <message>
        <source>The output layer names no words: it says of each token whether it was replaced, so there is no OV circuit over words.</source>
        <translation>输出层不给出词：它判断每个词元是否被换过，所以没有词上的 OV 电路。</translation>
    </message>
    <message>
        <source>Q-composition · %1</source>
        <translation>Q 组合 · %1</translation>
    </message>
    <message>
        <source>K-composition · %1</source>
        <translation>K 组合 · %1</translation>
    </message>
    <message>
        <source>V-composition · %1</source>
        <translation>V 组合 · %1</translation>
    </message>
    <message>
        <source>This attention does not rotate queries and keys by their positions, so a distance says nothing.</source>
        <translation>这个注意力不按位置旋转查询和键，所以距离没有意义。</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source> · without rotation</source>
        <translation> · 不含旋转</translation>
    </message>
    <message>
        <source>composition</source>
        <translation>组合</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
</context>
<context>
    <name>ColorScale</name>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>stretched</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>百分位</translation>
    </message>
</context>
<context>
    <name>Dimensions</name>
    <message>
        <source>noun</source>
        <translation>名词</translation>
    </message>
    <message>
        <source>animal</source>
        <translation>动物</translation>
    </message>
    <message>
        <source>person</source>
        <translation>人</translation>
    </message>
    <message>
        <source>thing</source>
        <translation>东西</translation>
    </message>
    <message>
        <source>pronoun</source>
        <translation>代词</translation>
    </message>
    <message>
        <source>personal</source>
        <translation>人称</translation>
    </message>
    <message>
        <source>cleaned</source>
        <translation>清洗</translation>
    </message>
    <message>
        <source>feeling</source>
        <translation>感觉</translation>
    </message>
    <message>
        <source>verb</source>
        <translation>动词</translation>
    </message>
    <message>
        <source>determiner</source>
        <translation>限定词</translation>
    </message>
    <message>
        <source>preposition</source>
        <translation>介词</translation>
    </message>
    <message>
        <source>conjunction</source>
        <translation>连词</translation>
    </message>
    <message>
        <source>adjective</source>
        <translation>形容词</translation>
    </message>
    <message>
        <source>adverb</source>
        <translation>副词</translation>
    </message>
    <message>
        <source>punctuation</source>
        <translation>标点</translation>
    </message>
    <message>
        <source>first</source>
        <translation>首词</translation>
    </message>
    <message>
        <source>action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>function word</source>
        <translation>虚词</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>position²</source>
        <translation>位置²</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名字</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>Type a target sentence, such as &lt;s&gt;: the decoder has nothing to read yet.</source>
        <translation>请输入目标句，例如 &lt;s&gt;：解码器还没有可读的内容。</translation>
    </message>
    <message>
        <source>Type a sentence: there is no word to attend to yet.</source>
        <translation>请输入句子：还没有可以关注的词。</translation>
    </message>
    <message>
        <source>The target sentence has %1 tokens; Regard shows up to %2. Shorten it.</source>
        <translation>目标句有 %1 个词元；Regard 最多显示 %2 个。请缩短它。</translation>
    </message>
    <message>
        <source>The sentence has %1 tokens; Regard shows up to %2. Shorten it.</source>
        <translation>句子有 %1 个词元；Regard 最多显示 %2 个。请缩短它。</translation>
    </message>
    <message>
        <source>The target sentence has %1 tokens, but the position table P has %2 rows. Shorten the sentence, or choose other positions.</source>
        <translation>目标句有 %1 个词元，而位置表 P 只有 %2 行。请缩短句子，或改用别的位置编码。</translation>
    </message>
    <message>
        <source>The sentence has %1 tokens, but the position table P has %2 rows. Shorten the sentence, or choose other positions.</source>
        <translation>句子有 %1 个词元，而位置表 P 只有 %2 行。请缩短句子，或改用别的位置编码。</translation>
    </message>
    <message>
        <source>%1 layers × %2 heads × %3 × %4</source>
        <translation>%1 层 × %2 头 × %3 × %4</translation>
    </message>
    <message>
        <source>%1 attention weights need %2 GB; Regard takes up to %3 GB. Shorten the sentence, or take fewer heads or layers.</source>
        <translation>%1 个注意力权重需要 %2 GB；Regard 最多占用 %3 GB。请缩短句子，或减少头数或层数。</translation>
    </message>
    <message>
        <source>Weights of these sizes need %1 GB; Regard takes up to %2 GB. Make d_model, heads or layers smaller.</source>
        <translation>这样大小的权重需要 %1 GB；Regard 最多占用 %2 GB。请减小 d_model、头数或层数。</translation>
    </message>
    <message>
        <source>Type a target sentence: the decoder has nothing to read yet.</source>
        <translation>请输入目标句：解码器还没有可读的内容。</translation>
    </message>
    <message>
        <source>The two sentences have %1 tokens together, but this model reads up to %2. Shorten them.</source>
        <translation>两句合起来有 %1 个词元，而这个模型最多读 %2 个。请缩短它们。</translation>
    </message>
    <message>
        <source>The target sentence has %1 tokens, but this model reads up to %2. Shorten it.</source>
        <translation>目标句有 %1 个词元，而这个模型最多读 %2 个。请缩短它。</translation>
    </message>
    <message>
        <source>The sentence has %1 tokens, but this model reads up to %2. Shorten it.</source>
        <translation>句子有 %1 个词元，而这个模型最多读 %2 个。请缩短它。</translation>
    </message>
    <message>
        <source>No token is left of “%1”. Type other characters.</source>
        <translation>“%1”中一个词元也不剩。请输入别的字符。</translation>
    </message>
    <message>
        <source>the feed-forward of %1</source>
        <translation>%1的前馈网络</translation>
    </message>
    <message>
        <source>The queries of %1</source>
        <translation>%1的查询</translation>
    </message>
    <message>
        <source>The keys of %1</source>
        <translation>%1的键</translation>
    </message>
    <message>
        <source>The values of %1</source>
        <translation>%1的值</translation>
    </message>
    <message>
        <source>The outputs of the attention of %1</source>
        <translation>%1的注意力输出</translation>
    </message>
    <message>
        <source>The outputs of %1</source>
        <translation>%1的输出</translation>
    </message>
    <message>
        <source>The sums after the attention of %1</source>
        <translation>%1注意力之后的和</translation>
    </message>
    <message>
        <source>The sums after %1</source>
        <translation>%1之后的和</translation>
    </message>
    <message>
        <source>The hidden numbers of %1</source>
        <translation>%1的隐藏数值</translation>
    </message>
    <message>
        <source>The outputs of the encoder’s final norm</source>
        <translation>编码器最终归一化的输出</translation>
    </message>
    <message>
        <source>The outputs of the decoder’s final norm</source>
        <translation>解码器最终归一化的输出</translation>
    </message>
    <message>
        <source>The logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>%1 are too large for float32. Make the weights or the rows of X smaller, or undo the last change with Ctrl+Z.</source>
        <translation>%1超出了 float32 的范围。请把权重或 X 的行改小，或用 Ctrl+Z 撤销上一步更改。</translation>
    </message>
    <message>
        <source>“%1” has a column for each of %L2 words, but the sentences make %L3. Choose the %L2 words with “Vocabulary…” in Output, or type sentences that make as many.</source>
        <translation>“%1”的列对应 %L2 个词，但这些句子共有 %L3 个词。请在“输出”中用“词表…”选定这 %L2 个词，或输入词数相同的句子。</translation>
    </message>
    <message>
        <source>The states of %1</source>
        <translation>%1的状态</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>it: the cat or the rug?</source>
        <translation>it：猫还是地毯？</translation>
    </message>
    <message>
        <source>Made by hand: in head 1 “it” asks for an animal and finds the cat, in head 2 for a thing and finds the rug; head 3 asks what was done to the rug, and head 4 looks at the word before. Set W_Q, row pronoun, column 0 from 4 to −4, and in head 1 “it” changes its mind. Unknown words get random embeddings and are underlined.</source>
        <translation>手工制作：“it”在头 1 中找动物，找到猫（cat）；在头 2 中找东西，找到地毯（rug）；头 3 问对地毯做了什么，头 4 看前一个词。把 W_Q 的“代词”行第 0 列从 4 改成 −4，头 1 中的“it”就改变了主意。未知的词得到随机的嵌入，并加下划线。</translation>
    </message>
    <message>
        <source>Three inputs by hand</source>
        <translation>手算三个输入</translation>
    </message>
    <message>
        <source>Three inputs and weights so small that every number can be found with pencil and paper. The scores are plain dot products; set Score to scaled dot and see the weights become softer.</source>
        <translation>三个输入，权重小到每个数都可以用纸笔算出。得分是普通点积；把“得分”设为“缩放点积”，看权重变得更平缓。</translation>
    </message>
    <message>
        <source>Who, what, where?</source>
        <translation>谁、什么、哪里？</translation>
    </message>
    <message>
        <source>Made by hand: “writing” asks one question a head. Head 1 asks who and finds Shuan, head 2 asks what and finds the paper, head 3 asks where and finds KAIST and office; the other words ask nothing and look evenly at all.</source>
        <translation>手工制作：“writing”在每个头里问一个问题。头 1 问谁，找到 Shuan；头 2 问什么，找到 paper；头 3 问哪里，找到 KAIST 和 office；其他的词什么也不问，均匀地看所有词。</translation>
    </message>
    <message>
        <source>Shuan: what is near, what is far</source>
        <translation>Shuan：近处与远处</translation>
    </message>
    <message>
        <source>Made by hand, with a residual and without scaling: “Shuan” asks in three heads, and side by side below the links draws each by itself. Head 1 is local: its score falls with the square of the distance from the next word, so it finds “is”, whatever stands there. Heads 2 and 3 are global: a person asks where and finds KAIST and office, asks what and finds the paper, however far they are. The residual keeps Shuan a person and adds what was found. Set W_Q, row word, column 0 from 2 to 4, and head 1 looks two words on, at “writing”; set Score to scaled dot, and heads 2 and 3 look less sharply.</source>
        <translation>手工制作，带残差连接，不缩放：“Shuan”在三个头里提问，连线下方的“并排”把每个头单独画出来。头 1 是局部的：离下一个词越远，得分按距离的平方下降，所以它找到“is”，不管那里是什么词。头 2 和头 3 是全局的：人问哪里，找到 KAIST 和 office；问什么，找到 paper，不管它们有多远。残差连接让 Shuan 仍然是人，再加上找到的内容。把 W_Q 的 word 行第 0 列从 2 改成 4，头 1 就看隔一个的词“writing”；把“得分”设为“缩放点积”，头 2 和头 3 就看得没那么集中。</translation>
    </message>
    <message>
        <source>The sizes of Vaswani et al. 2017</source>
        <translation>Vaswani 等人 2017 年论文的尺寸</translation>
    </message>
    <message>
        <source>One attention layer as large as in “Attention Is All You Need”: d_model 512 in 8 heads of 64. All weights and all word rows are random: the picture shows arithmetic, not meaning.</source>
        <translation>与“Attention Is All You Need”中一样大的一层注意力：d_model 512，分成 8 个 64 维的头。所有权重和词的行都是随机的：图中显示的只是算术，没有含义。</translation>
    </message>
    <message>
        <source>Xavier weights: four heads, two layers</source>
        <translation>Xavier 权重：四个头，两层</translation>
    </message>
    <message>
        <source>All weights and all word rows are random: the picture shows arithmetic, not meaning. Xavier&apos;s rule draws every number of W_Q between ±√(6 / (16 + 16)) = ±0.433, and by chance alone “rose” leans to “a” in head 1, to “rose” in head 2 and to “is” in head 4; with another Seed the heads lean elsewhere. Nothing tells where a word stands, so each “rose” has the same links; set Position to sinusoidal, and they part. Both layers have a residual and a layer norm with ε 1e-6, and no bias: each row leaves a layer with mean 0 and variance 1.</source>
        <translation>所有权重和词的行都是随机的：图中显示的只是算术，没有含义。按 Xavier 规则，W_Q 的每个数都在 ±√(6 / (16 + 16)) = ±0.433 之间抽取；纯属偶然，“rose”在头 1 中偏向“a”，在头 2 中偏向“rose”，在头 4 中偏向“is”；换一个“种子”，这些头就偏向别处。没有任何东西说明词在哪里，所以每个“rose”的连线都一样；把“位置编码”设为“正弦”，它们就分开了。两层都有残差连接和 ε 为 1e-6 的层归一化，没有偏置：每一行离开一层时均值为 0，方差为 1。</translation>
    </message>
    <message>
        <source>它：猫还是地毯？ · it: the cat or the rug?</source>
        <translation>它：猫还是地毯？</translation>
    </message>
    <message>
        <source>“它”在第一个头里找动物，看到“猫”；在第二个头里找东西，看到“地毯”；在第三个头里，“猫”看到“累”。权重是手写的。 In head 1 它 (it) looks at 猫 (the cat), in head 2 at 地毯 (the rug); in head 3 猫 looks at 累 (tired). The weights are made by hand.</source>
        <translation>“它”在第一个头里找动物，看到“猫”；在第二个头里找东西，看到“地毯”；在第三个头里，“猫”看到“累”。权重是手写的。</translation>
    </message>
    <message>
        <source>Repeated words: what positions change</source>
        <translation>重复的词：位置改变了什么</translation>
    </message>
    <message>
        <source>Made by hand: head 1 finds the same word, head 2 the word before, and “chased” looks in head 3 at who chases, in head 4 at who is chased. Set Position to none and equal words get equal rows, so both “chased” look alike at every noun; set it back to sinusoidal and they part.</source>
        <translation>手工制作：头 1 找相同的词，头 2 找前一个词；“chased”在头 3 中看谁在追，在头 4 中看谁被追。把“位置编码”设为“无”，相同的词就有相同的行，两个“chased”看每个名词都一样；改回“正弦”，它们就分开了。</translation>
    </message>
    <message>
        <source>Self-attention and attention: source = target</source>
        <translation>自注意力与注意力：源 = 目标</translation>
    </message>
    <message>
        <source>Made by hand: all three attentions have the same weights, and source and target are the same sentence. So the cross-attention gives the very numbers of the encoder&apos;s self-attention: self-attention is attention with Source = Target. In head 1 a word finds its own meaning, in head 2 the word that belongs to it: “black” finds “cat”. The decoder&apos;s self-attention is masked, so there “black” cannot see “cat”, which comes later. Now open the example with source and target, or type another target: she loves the white dog.</source>
        <translation>手工制作：三个注意力的权重相同，源句和目标句也是同一句。因此交叉注意力给出的数与编码器的自注意力完全一样：自注意力就是“源 = 目标”的注意力。在头 1 中，词找到自己的意思；在头 2 中找到与它相关的词：“black”找到“cat”。解码器的自注意力带掩码，所以那里的“black”看不到后面的“cat”。现在打开“源 ≠ 目标”的示例，或输入另一个目标句：she loves the white dog。</translation>
    </message>
    <message>
        <source>Self-attention and attention: source ≠ target</source>
        <translation>自注意力与注意力：源 ≠ 目标</translation>
    </message>
    <message>
        <source>Made by hand, with the weights of the example with source = target; only the target is French now. The queries come from the French words, the keys and values from the English ones: in head 1 “noir” finds “black” and “chat” finds “cat”, so the links cross; in head 2 “le” finds the noun that it belongs to. The encoder&apos;s self-attention stays as it was. The output layer uses what was found: after “le” it expects “chat” and not “chien”. Type “he sees the white dog” and “il voit le chien blanc”.</source>
        <translation>手工制作，权重与“源 = 目标”的示例相同，只是目标句现在是法语。查询来自法语词，键和值来自英语词：在头 1 中“noir”找到“black”，“chat”找到“cat”，所以连线交叉；在头 2 中“le”找到它所修饰的名词。编码器的自注意力不变。输出层利用了找到的内容：在“le”之后它预期“chat”而不是“chien”。试试输入“he sees the white dog”和“il voit le chien blanc”。</translation>
    </message>
    <message>
        <source>Chinese → English, word by word</source>
        <translation>汉译英，逐词解码</translation>
    </message>
    <message>
        <source>Made by hand: the decoder says “I am a student” one word after the other. In the cross-attention, head 2 finds the word to be said next: &lt;s&gt; looks at 我, “I” at 是, and both “am” and “a” at 学生, for Chinese has no “a”; head 1 only shows which word each one comes from, and the output does not use it. Set the target to &lt;s&gt; and generate in Output; then try 我们 是 老师, or 她 也 是 学生, where the order turns round. 是 stands for am, is and are alike: in head 1 of the encoder it finds its subject. Switch that head off, and the three are equally likely; switch off the encoder&apos;s head 2 instead, and it says “I am students”.</source>
        <translation>手工制作：解码器一个词接一个词地说出“I am a student”。在交叉注意力中，头 2 找到接下来要说的词：&lt;s&gt; 看“我”，“I”看“是”，“am”和“a”都看“学生”，因为汉语没有“a”；头 1 只显示每个词从哪个词来，输出不用它。把目标句设为 &lt;s&gt;，在“输出”中生成；再试试“我们 是 老师”，或词序会颠倒的“她 也 是 学生”。“是”既是 am，也是 is 和 are：在编码器的头 1 中它找到自己的主语。停用这个头，三者就同样可能；如果停用的是编码器的头 2，它就会说“I am students”。</translation>
    </message>
    <message>
        <source>Alignment: English and French word order</source>
        <translation>对齐：英语和法语的词序</translation>
    </message>
    <message>
        <source>Made by hand after the picture of Bahdanau et al. 2015: each French word finds the English word that it translates. In the links and in the heatmap the order turns round at “zone économique européenne”, which stands for “European Economic Area”; “a été” is two words for one, and “été” also looks at “signed”. The scores are additive (concat), w_a · tanh(q + k): tanh rises only where both words have the same meaning. Only the cross-attention does anything here: there is no encoder layer, the decoder&apos;s self-attention adds zeros, and the output layer is random.</source>
        <translation>仿照 Bahdanau 等人 2015 年论文中的图手工制作：每个法语词找到它所翻译的英语词。在连线和热力图中，顺序在“zone économique européenne”处颠倒过来，它对应“European Economic Area”；“a été”是两个词对一个词，“été”还看“signed”。得分是加性（concat）的，w_a · tanh(q + k)：只有两个词意思相同时 tanh 才升高。这里只有交叉注意力起作用：编码器没有层，解码器的自注意力只加零，输出层是随机抽取的。</translation>
    </message>
    <message>
        <source>Dates: learned attention</source>
        <translation>日期：学出来的注意力</translation>
    </message>
    <message>
        <source>Trained: a GRU with Bahdanau attention writes dates as year, month and day. In the heatmap each digit of the answer looks at what it is made of. Type another date, such as 7.11.2026 (day before month), and press Generate in the panel Output with &lt;s&gt; as the target sentence. Model → Train… shows how it was learned.</source>
        <translation>训练得到：带 Bahdanau 注意力的 GRU 把日期写成年、月、日。在热力图里，答案的每个数字看向它的来源。请输入别的日期，例如 7.11.2026（日在月前），目标句写 &lt;s&gt;，然后在“输出”面板按“生成”。“模型”→“训练…”显示它是怎样学会的。</translation>
    </message>
</context>
<context>
    <name>ExportFigureDialog</name>
    <message>
        <source>Export figure</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>&amp;Figure</source>
        <translation>图片(&amp;F)</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>For&amp;mat</source>
        <translation>格式(&amp;M)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>St&amp;ates</source>
        <translation>状态(&amp;A)</translation>
    </message>
    <message>
        <source>What the picture shows of the present and the pinned state</source>
        <translation>图中显示当前状态和固定状态的什么</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>As shown</source>
        <translation>如所见</translation>
    </message>
    <message>
        <source>Now and pinned side by side</source>
        <translation>现在与固定并排</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>True si&amp;ze</source>
        <translation>原尺寸(&amp;Z)</translation>
    </message>
    <message>
        <source>The picture at its printed size; otherwise all of it</source>
        <translation>按印刷时的大小显示图片；否则显示整幅</translation>
    </message>
    <message>
        <source>WebP, a film</source>
        <translation>WebP，影片</translation>
    </message>
    <message>
        <source>What the film shows</source>
        <translation>影片显示什么</translation>
    </message>
    <message>
        <source>Pinned and now in turn</source>
        <translation>固定状态与当前状态交替</translation>
    </message>
    <message>
        <source>The snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Seconds for each frame of a film</source>
        <translation>影片的每一帧停留的秒数</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>How many times a film plays</source>
        <translation>影片播放几次</translation>
    </message>
    <message>
        <source>forever</source>
        <translation>一直</translation>
    </message>
    <message>
        <source>Film of</source>
        <translation>影片内容</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>每帧</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>播放次数</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>Caption in a file beside the picture</source>
        <translation>图片旁边文件里的图注</translation>
    </message>
    <message>
        <source>What to write under the figure, in a file beside it: model, sentence, layer and head, scale, version and command</source>
        <translation>图下面要写的文字，存在图片旁边的文件里：模型、句子、层和头、刻度、版本和命令</translation>
    </message>
    <message>
        <source>No file</source>
        <translation>不写文件</translation>
    </message>
    <message>
        <source>LaTeX, .tex</source>
        <translation>LaTeX，.tex</translation>
    </message>
    <message>
        <source>Markdown, .md</source>
        <translation>Markdown，.md</translation>
    </message>
</context>
<context>
    <name>FigureCaption</name>
    <message>
        <source>Model: %1 (%2).</source>
        <translation>模型：%1（%2）。</translation>
    </message>
    <message>
        <source>Model: random weights.</source>
        <translation>模型：随机权重。</translation>
    </message>
    <message>
        <source>Model: %1.</source>
        <translation>模型：%1。</translation>
    </message>
    <message>
        <source>%1, %2.</source>
        <translation>%1，%2。</translation>
    </message>
    <message>
        <source>Colours run evenly from %1 to %2.</source>
        <translation>颜色从 %1 到 %2 均匀变化。</translation>
    </message>
    <message>
        <source>Colours run from %1 to %2, %3.</source>
        <translation>颜色从 %1 到 %2，%3。</translation>
    </message>
    <message>
        <source>How far a link reaches along the words is the change of its weight.</source>
        <translation>连线沿词排列方向的长度是权重的变化。</translation>
    </message>
    <message>
        <source>How far a link reaches along the words is its weight.</source>
        <translation>连线沿词排列方向的长度是权重。</translation>
    </message>
    <message>
        <source>The width of a link is the change of its weight.</source>
        <translation>连线的宽度是权重的变化。</translation>
    </message>
    <message>
        <source>The width of a link is its weight.</source>
        <translation>连线的宽度是权重。</translation>
    </message>
    <message>
        <source>Links below %1 are left out.</source>
        <translation>低于 %1 的连线不画。</translation>
    </message>
    <message>
        <source>Two states: %1.</source>
        <translation>两个状态：%1。</translation>
    </message>
    <message>
        <source>Sentence: %1.</source>
        <translation>句子：%1。</translation>
    </message>
    <message>
        <source>Second sentence: %1.</source>
        <translation>第二个句子：%1。</translation>
    </message>
    <message>
        <source>Made with %1.</source>
        <translation>由 %1 制作。</translation>
    </message>
    <message>
        <source>Made with %1: %2.</source>
        <translation>由 %1 制作：%2。</translation>
    </message>
    <message>
        <source>How far a link reaches along the words is the change of %1.</source>
        <translation>连线沿词排列方向的长度是%1的变化。</translation>
    </message>
    <message>
        <source>How far a link reaches along the words is %1.</source>
        <translation>连线沿词排列方向的长度是%1。</translation>
    </message>
    <message>
        <source>The width of a link is the change of %1.</source>
        <translation>连线的宽度是%1的变化。</translation>
    </message>
    <message>
        <source>The width of a link is %1.</source>
        <translation>连线的宽度是%1。</translation>
    </message>
</context>
<context>
    <name>FigureData</name>
    <message>
        <source>mean of 1 head</source>
        <translation>1 个头的平均</translation>
    </message>
    <message>
        <source>mean of %1 heads</source>
        <translation>%1 个头的平均</translation>
    </message>
    <message>
        <source>maximum of 1 head</source>
        <translation>1 个头的最大值</translation>
    </message>
    <message>
        <source>maximum of %1 heads</source>
        <translation>%1 个头的最大值</translation>
    </message>
    <message>
        <source>rollout, layer 1</source>
        <translation>注意力展开，第 1 层</translation>
    </message>
    <message>
        <source>rollout, layers 1–%1</source>
        <translation>注意力展开，第 1–%1 层</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>rollout</source>
        <translation>注意力展开</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>encoder layer %1</source>
        <translation>编码器第 %1 层</translation>
    </message>
    <message>
        <source>decoder layer %1</source>
        <translation>解码器第 %1 层</translation>
    </message>
    <message>
        <source>cross layer %1</source>
        <translation>交叉注意力第 %1 层</translation>
    </message>
    <message>
        <source>no head</source>
        <translation>没有头</translation>
    </message>
    <message>
        <source>all %1 heads</source>
        <translation>全部 %1 个头</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>heads %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1 · now − pinned</source>
        <translation>%1 · 现在 − 固定</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>sublayer switched off</source>
        <translation>子层已停用</translation>
    </message>
    <message>
        <source>head %1 %2</source>
        <translation>头 %1 %2</translation>
    </message>
    <message>
        <source>heads %1 %2</source>
        <translation>头 %1 %2</translation>
    </message>
    <message>
        <source>all heads together</source>
        <translation>所有头合在一起</translation>
    </message>
    <message>
        <source>%1 heads together</source>
        <translation>%1 个头合在一起</translation>
    </message>
    <message>
        <source>weights set by hand</source>
        <translation>手动设定权重</translation>
    </message>
    <message>
        <source>links cut</source>
        <translation>切断连线</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>encoder layers %1</source>
        <translation>编码器第 %1 层</translation>
    </message>
    <message>
        <source>decoder layers %1</source>
        <translation>解码器第 %1 层</translation>
    </message>
    <message>
        <source>cross layers %1</source>
        <translation>交叉注意力第 %1 层</translation>
    </message>
    <message>
        <source>each: layer.head</source>
        <translation>各为：层.头</translation>
    </message>
    <message>
        <source>, old mean over %1</source>
        <translation>，%1 上的旧平均</translation>
    </message>
    <message>
        <source>, mean over %1</source>
        <translation>，%1 上的平均</translation>
    </message>
    <message>
        <source>patched</source>
        <translation>已替入</translation>
    </message>
    <message>
        <source>output patched</source>
        <translation>输出已替入</translation>
    </message>
</context>
<context>
    <name>FigureVariant</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1, compared with now</source>
        <translation>%1，与现在相比</translation>
    </message>
    <message>
        <source>%1, compared with %2</source>
        <translation>%1，与%2相比</translation>
    </message>
</context>
<context>
    <name>Find</name>
    <message>
        <source>Previous token</source>
        <translation>前一个词元</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>后一个词元</translation>
    </message>
    <message>
        <source>Same word</source>
        <translation>相同的词</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>第一个词元</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>标点</translation>
    </message>
    <message>
        <source>Repeated sequence (induction)</source>
        <translation>重复的序列（归纳）</translation>
    </message>
    <message>
        <source>Broad attention</source>
        <translation>分散的注意力</translation>
    </message>
    <message>
        <source>How much of its attention each head spends on the token before, on average</source>
        <translation>每个头平均把多少注意力给前一个词元</translation>
    </message>
    <message>
        <source>How much of its attention each head spends on the token after, on average</source>
        <translation>每个头平均把多少注意力给后一个词元</translation>
    </message>
    <message>
        <source>How much each head spends on other tokens of the same text, on average over the tokens that have one</source>
        <translation>每个头把多少注意力给文字相同的其他词元，对有这种词元的词元取平均</translation>
    </message>
    <message>
        <source>How much of its attention each head spends on the first token, on average</source>
        <translation>每个头平均把多少注意力给第一个词元</translation>
    </message>
    <message>
        <source>How much each head spends on special tokens but the first, on average</source>
        <translation>每个头平均把多少注意力给特殊词元（第一个除外）</translation>
    </message>
    <message>
        <source>How much each head spends on punctuation marks, on average</source>
        <translation>每个头平均把多少注意力给标点</translation>
    </message>
    <message>
        <source>Where a token stood in the sentence before: how much each head spends on what followed it then (Olsson et al. 2022)</source>
        <translation>词元在句中曾经出现过时：每个头把多少注意力给它上次出现之后的那个词元 (Olsson et al. 2022)</translation>
    </message>
    <message>
        <source>Entropy of each token&apos;s attention ÷ the largest that it can have, on average: 1 is uniform</source>
        <translation>每个词元注意力的熵 ÷ 可能的最大值，取平均：1 表示均匀</translation>
    </message>
    <message>
        <source>Sink</source>
        <translation>汇点</translation>
    </message>
    <message>
        <source>How much each head spends on the sink: the first token, other special tokens and punctuation marks, on average. Point at a head for each of them, by weight and by value</source>
        <translation>每个头平均把多少给了汇点：第一个词元、其他特殊词元和标点。指向一个头可看到各占多少，按权重和按值</translation>
    </message>
</context>
<context>
    <name>FirstPicture</name>
    <message>
        <source>layer %1 · head %2: the sharpest head that is neither diagonal nor on the first token or a separator</source>
        <translation>第 %1 层 · 头 %2：最尖锐的头，既不沿对角线，也不落在第一个词元或分隔符上</translation>
    </message>
    <message>
        <source>layer %1 · head %2: every head is diagonal, or on the first token or a separator; this one is the least</source>
        <translation>第 %1 层 · 头 %2：所有的头都沿对角线，或落在第一个词元或分隔符上；这个头程度最轻</translation>
    </message>
</context>
<context>
    <name>FramedHeadsFigure</name>
    <message>
        <source>Changes of every head’s weights</source>
        <translation>每个头的权重变化</translation>
    </message>
    <message>
        <source>Weights of every head</source>
        <translation>每个头的权重</translation>
    </message>
    <message>
        <source>layers ↓ · heads → · in each: query ↓ · key →</source>
        <translation>层 ↓ · 头 → · 每幅之中：查询 ↓ · 键 →</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>What every head moves</source>
        <translation>每个头所移动的量</translation>
    </message>
</context>
<context>
    <name>GivenFaults</name>
    <message>
        <source>rows with invalid weights are left empty</source>
        <translation>含有不是权重的数的行留空</translation>
    </message>
    <message>
        <source>rows do not sum to 1</source>
        <translation>行的和不为 1</translation>
    </message>
</context>
<context>
    <name>HeadSink</name>
    <message>
        <source>sink %1: first %2, special %3, punctuation %4</source>
        <translation>汇点 %1：第一个 %2，特殊 %3，标点 %4</translation>
    </message>
    <message>
        <source>by value %1: first %2, special %3, punctuation %4</source>
        <translation>按值 %1：第一个 %2，特殊 %3，标点 %4</translation>
    </message>
</context>
<context>
    <name>HeadSwitch</name>
    <message>
        <source>switched off: zeros in place of its output</source>
        <translation>已停用：输出换成零</translation>
    </message>
    <message>
        <source>switched off: the mean over the sentence in place of its output</source>
        <translation>已停用：输出换成句子上的平均</translation>
    </message>
    <message>
        <source>attends alike to every word that it may attend to</source>
        <translation>同等地关注它可以关注的每个词</translation>
    </message>
    <message>
        <source>its whole sublayer is switched off</source>
        <translation>它所在的整个子层已停用</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>switch off %1 head %2</source>
        <translation>停用%1头 %2</translation>
    </message>
    <message>
        <source>switch on %1 head %2</source>
        <translation>启用%1头 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) set by hand</source>
        <translation>
            <numerusform>手动设定了 %n 个权重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) cut</source>
        <translation>
            <numerusform>切断了 %n 条连线</numerusform>
        </translation>
    </message>
    <message>
        <source>switched off: the mean over %1 in place of its output</source>
        <translation>停用：输出换成 %1 上的平均</translation>
    </message>
    <message>
        <source>patched from another pass</source>
        <translation>由另一次计算替入</translation>
    </message>
</context>
<context>
    <name>HeadsColumnFigure</name>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Cross</source>
        <comment>attention</comment>
        <translation>交叉</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
</context>
<context>
    <name>HeadsData</name>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>encoder, masked</source>
        <translation>编码器，带掩码</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder, masked</source>
        <translation>解码器，带掩码</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>decoder → encoder</source>
        <translation>解码器 → 编码器</translation>
    </message>
    <message>
        <source>colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>colours from 0 to 1: the file is too large to read all of it</source>
        <translation>颜色从 0 到 1：文件太大，不能全部读取</translation>
    </message>
    <message>
        <source>colours from 0 to %1</source>
        <translation>颜色从 0 到 %1</translation>
    </message>
</context>
<context>
    <name>HeadsFigure</name>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个头</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>encoder %1</source>
        <translation>编码器 %1</translation>
    </message>
    <message>
        <source>decoder %1</source>
        <translation>解码器 %1</translation>
    </message>
    <message>
        <source>cross %1</source>
        <translation>交叉 %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>%1, longest bar %2</source>
        <translation>%1，最长的条为 %2</translation>
    </message>
</context>
<context>
    <name>HeatmapData</name>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scaled score</source>
        <translation>缩放后的得分</translation>
    </message>
    <message>
        <source>masked score</source>
        <translation>掩码后的得分</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>%1, no share</source>
        <translation>%1，不是份额</translation>
    </message>
</context>
<context>
    <name>HeatmapFigure</name>
    <message>
        <source>new: not in the pinned sentence</source>
        <translation>新：固定的句子中没有</translation>
    </message>
    <message>
        <source>new: nothing to compare with</source>
        <translation>新：没有可比的</translation>
    </message>
    <message>
        <source>gone: %1</source>
        <translation>已消失：%1</translation>
    </message>
    <message>
        <source>switched off: its output is not used</source>
        <translation>已停用：它的输出不再往下传</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>汇点</translation>
    </message>
    <message>
        <source>names: %1</source>
        <translation>名称：%1</translation>
    </message>
    <message>
        <source>names of queries: %1</source>
        <translation>查询的名称：%1</translation>
    </message>
    <message>
        <source>names of keys: %1</source>
        <translation>键的名称：%1</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
</context>
<context>
    <name>LensData</name>
    <message>
        <source>The lens reads what layers hand on between them, but a recurrent stack&apos;s cells hand their states from word to word.</source>
        <translation>透镜读的是各层之间传递的内容，而循环网络的单元把状态从一个词传给下一个词。</translation>
    </message>
    <message>
        <source>“%1” is no single word or piece of this vocabulary.</source>
        <translation>“%1”不是这个词表里单独的词或词片。</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Lens · the most likely word after each layer</source>
        <translation>透镜 · 每一层之后最可能的词</translation>
    </message>
    <message>
        <source>Lens · after each layer, rank and probability of “%1”</source>
        <translation>透镜 · 每一层之后“%1”的名次和概率</translation>
    </message>
    <message>
        <source> · random weights</source>
        <translation> · 随机权重</translation>
    </message>
</context>
<context>
    <name>LensFigure</name>
    <message>
        <source>after layer</source>
        <translation>层之后</translation>
    </message>
    <message>
        <source>probability of the most likely word</source>
        <translation>最可能的词的概率</translation>
    </message>
    <message>
        <source>probability of “%1”</source>
        <translation>“%1”的概率</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>rank of %1</source>
        <translation>%1 的名次</translation>
    </message>
    <message>
        <source>probability of %1</source>
        <translation>%1 的概率</translation>
    </message>
    <message>
        <source># rank of “%1”</source>
        <translation>#“%1”的名次</translation>
    </message>
    <message>
        <source>after layer · # rank of “%1” and its probability</source>
        <translation>各层之后 · #“%1”的名次及其概率</translation>
    </message>
</context>
<context>
    <name>LessonDrawing</name>
    <message>
        <source>Formula: %1</source>
        <translation>公式：%1</translation>
    </message>
    <message>
        <source>Drawing with the boxes %1</source>
        <translation>方框图，方框有 %1</translation>
    </message>
    <message>
        <source>%1. Arrows: %2</source>
        <translation>%1。箭头：%2</translation>
    </message>
    <message>
        <source>Matrix %1</source>
        <translation>矩阵 %1</translation>
    </message>
    <message>
        <source>%1 with the columns %2</source>
        <translation>%1，各列为 %2</translation>
    </message>
</context>
<context>
    <name>LinkData</name>
    <message>
        <source>target · query</source>
        <translation>目标 · 查询</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>source · key</source>
        <translation>源 · 键</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>LinkFigure</name>
    <message>
        <source>weights of %1</source>
        <translation>%1的权重</translation>
    </message>
    <message>
        <source>%1, mean of %2 heads</source>
        <translation>%1，%2 个头的平均</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>（共 %1）</translation>
    </message>
    <message>
        <source>width = weight</source>
        <translation>宽度 = 权重</translation>
    </message>
    <message>
        <source>1 link &lt; %1 hidden</source>
        <translation>隐藏了 1 条 &lt; %1 的连线</translation>
    </message>
    <message>
        <source>%1 links &lt; %2 hidden</source>
        <translation>隐藏了 %1 条 &lt; %2 的连线</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>changes of %1</source>
        <translation>%1的变化</translation>
    </message>
    <message>
        <source>width = change</source>
        <translation>宽度 = 变化</translation>
    </message>
    <message>
        <source>new: not in the pinned sentence</source>
        <translation>新：固定的句子中没有</translation>
    </message>
    <message>
        <source>1 change &lt; %1 hidden</source>
        <translation>1 个变化 &lt; %1，已隐藏</translation>
    </message>
    <message>
        <source>%1 changes &lt; %2 hidden</source>
        <translation>%1 个变化 &lt; %2，已隐藏</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>减少</translation>
    </message>
    <message>
        <source>gained</source>
        <translation>增加</translation>
    </message>
    <message>
        <source>gone: %1</source>
        <translation>已消失：%1</translation>
    </message>
    <message>
        <source>heads %1 together · side by side shows them apart</source>
        <translation>头 %1 合在一起 · “并排”可分开显示</translation>
    </message>
    <message>
        <source>%1 heads together · side by side shows them apart</source>
        <translation>%1 个头合在一起 · “并排”可分开显示</translation>
    </message>
    <message>
        <source>heads %1 together</source>
        <translation>头 %1 合在一起</translation>
    </message>
    <message>
        <source>%1 heads together</source>
        <translation>%1 个头合在一起</translation>
    </message>
    <message>
        <source>%1 alone · 1 other link left out</source>
        <translation>只显示 %1 · 略去其他 1 条连线</translation>
    </message>
    <message>
        <source>%1 alone · %2 other links left out</source>
        <translation>只显示 %1 · 略去其他 %2 条连线</translation>
    </message>
    <message>
        <source>head %1, off</source>
        <translation>头 %1，停用</translation>
    </message>
    <message>
        <source>head %1 switched off</source>
        <translation>头 %1 已停用</translation>
    </message>
    <message>
        <source>heads %1 switched off</source>
        <translation>头 %1 已停用</translation>
    </message>
    <message>
        <source>faint: %1</source>
        <translation>淡色：%1</translation>
    </message>
    <message>
        <source>dashed: %1</source>
        <translation>虚线：%1</translation>
    </message>
    <message>
        <source>each link by its strongest head, numbered · thin lines beside: other heads · near-uniform rows drawn paler</source>
        <translation>每条连线显示其最强的头并标出编号 · 旁边的细线：其他头 · 均匀的行较淡</translation>
    </message>
    <message>
        <source>each link by its strongest head · thin lines: others · near-uniform rows drawn paler</source>
        <translation>每条连线显示其最强的头 · 细线：其他头 · 均匀的行较淡</translation>
    </message>
    <message>
        <source>each link by its strongest head · near-uniform rows drawn paler</source>
        <translation>每条连线显示其最强的头 · 均匀的行较淡</translation>
    </message>
    <message>
        <source>each link by its strongest head</source>
        <translation>每条连线显示其最强的头</translation>
    </message>
    <message>
        <source>%1 · near-uniform rows drawn paler</source>
        <translation>%1 · 均匀的行较淡</translation>
    </message>
    <message>
        <source>height = change</source>
        <translation>高度 = 变化</translation>
    </message>
    <message>
        <source>height = weight</source>
        <translation>高度 = 权重</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>移动到%1的量</translation>
    </message>
    <message>
        <source>moved from %1</source>
        <translation>从%1移动的量</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>%1的平均</translation>
    </message>
    <message>
        <source>names: %1</source>
        <translation>名称：%1</translation>
    </message>
</context>
<context>
    <name>LogitParts</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>At %1, the logit of %2 is %3.</source>
        <translation>在%1处，%2 的 logit 是 %3。</translation>
    </message>
    <message>
        <source>At %1, the logit of %2 is %3 beyond that of %4.</source>
        <translation>在%1处，%2 的 logit 比 %4 的超出 %3。</translation>
    </message>
    <message>
        <source>Most comes from %1 (%2).</source>
        <translation>最多的部分来自%1（%2）。</translation>
    </message>
    <message>
        <source>No head adds to it.</source>
        <translation>没有注意力头增加它。</translation>
    </message>
    <message>
        <source>One head stands out: %1 (%2).</source>
        <translation>有一个头很突出：%1（%2）。</translation>
    </message>
    <message>
        <source>cross %1</source>
        <translation>交叉 %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>What each head adds</source>
        <translation>每个头所加的</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>%1, by word</source>
        <translation>%1，按词</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Logit parts</source>
        <translation>logit 构成</translation>
    </message>
    <message>
        <source>The sum is the logit before its soft cap.</source>
        <translation>这个和是软上限之前的 logit。</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>Strongest parts</source>
        <translation>最强的部分</translation>
    </message>
    <message>
        <source>No single head carries most of it: the most is %1 (%2).</source>
        <translation>没有哪一个头占去大半：最多的是%1（%2）。</translation>
    </message>
    <message>
        <source>Nothing is masked and no token in focus: this is the first word.</source>
        <translation>没有被遮盖的词，也没有选中的词元：这里是第一个词。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开的文件(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>示例(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>Starts with the classroom model and no sentence</source>
        <translation>从课堂模型开始，不带句子</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation>Ctrl+O</translation>
    </message>
    <message>
        <source>Opens a project file</source>
        <translation>打开项目文件</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Ctrl+S</source>
        <translation>Ctrl+S</translation>
    </message>
    <message>
        <source>Writes the project to its file</source>
        <translation>把项目写入它的文件</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Writes the project to another file</source>
        <translation>把项目写入另一个文件</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Writes a picture as PNG, SVG or PDF</source>
        <translation>把图写成 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>Export n&amp;umbers…</source>
        <translation>导出数值(&amp;U)…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>Writes everything computed as JSON or safetensors, or the selected head as CSV</source>
        <translation>把全部计算结果写成 JSON 或 safetensors，或把选中的头写成 CSV</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Puts the picture of the panel last used on the clipboard</source>
        <translation>把最近使用的面板的图放到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>Edit the &amp;sentence</source>
        <translation>编辑句子(&amp;S)</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>Moves to the sentence field</source>
        <translation>移到句子输入框</translation>
    </message>
    <message>
        <source>Edit the &amp;target</source>
        <translation>编辑目标句(&amp;T)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>上一个面板(&amp;V)</translation>
    </message>
    <message>
        <source>Shift+F6</source>
        <translation>Shift+F6</translation>
    </message>
    <message>
        <source>&amp;Draw random weights anew</source>
        <translation>重新抽取随机权重(&amp;D)</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Takes the next seed; weights given by a file or by hand stay</source>
        <translation>取下一个种子；文件给出的和手工修改的权重不变</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>&amp;About Regard</source>
        <translation>关于 Regard(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Right</translation>
    </message>
    <message>
        <source>Pre&amp;vious page</source>
        <translation>上一页(&amp;V)</translation>
    </message>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Left</translation>
    </message>
    <message>
        <source>&amp;Show the page&apos;s state again</source>
        <translation>恢复本页的状态(&amp;S)</translation>
    </message>
    <message>
        <source>Restores the page&apos;s initial state; Undo brings the changes back</source>
        <translation>把改动还原为本页开始时的状态；可用“撤销”恢复改动</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens a lesson file</source>
        <translation>打开课程文件</translation>
    </message>
    <message>
        <source>&amp;Record lesson…</source>
        <translation>录制课程(&amp;R)…</translation>
    </message>
    <message>
        <source>Makes a lesson of pages that are captured from this window</source>
        <translation>用从本窗口截取的页面制作课程</translation>
    </message>
    <message>
        <source>&amp;Edit this lesson</source>
        <translation>编辑此课程(&amp;E)</translation>
    </message>
    <message>
        <source>Changes the pages and texts of the lesson that is open</source>
        <translation>修改打开的课程的页面和文字</translation>
    </message>
    <message>
        <source>&amp;Close lesson</source>
        <translation>关闭课程(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Demo</source>
        <translation>演示(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Recall snapshot</source>
        <translation>召回快照(&amp;R)</translation>
    </message>
    <message>
        <source>Switch &amp;head off</source>
        <translation>停用头(&amp;H)</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>Puts zeros in the place of the selected head&apos;s output, or switches it on again</source>
        <translation>用零代替选中的头的输出，或再启用它</translation>
    </message>
    <message>
        <source>Everything &amp;on again</source>
        <translation>全部重新启用(&amp;O)</translation>
    </message>
    <message>
        <source>Removes every replacement and temperature</source>
        <translation>取消一切替换和温度</translation>
    </message>
    <message>
        <source>&amp;Pin this state</source>
        <translation>固定此状态(&amp;P)</translation>
    </message>
    <message>
        <source>F8</source>
        <translation>F8</translation>
    </message>
    <message>
        <source>Keeps the present state to compare with</source>
        <translation>保留当前状态以便比较</translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation>取消固定(&amp;U)</translation>
    </message>
    <message>
        <source>Shift+F8</source>
        <translation>Shift+F8</translation>
    </message>
    <message>
        <source>Ends the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>Show &amp;now</source>
        <translation>显示现在(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Show pinned</source>
        <translation>显示固定(&amp;S)</translation>
    </message>
    <message>
        <source>Show &amp;difference</source>
        <translation>显示差值(&amp;D)</translation>
    </message>
    <message>
        <source>Now minus pinned, in links, heatmap, heads, sentence and steps</source>
        <translation>现在减固定，用于连线、热力图、注意力头、句子和步骤</translation>
    </message>
    <message>
        <source>Ne&amp;xt of the three</source>
        <translation>三者的下一个(&amp;X)</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>&amp;Flip to the other picture (hold F9)</source>
        <translation>翻到另一幅图（按住 F9）(&amp;F)</translation>
    </message>
    <message>
        <source>Shows the pinned picture for as long as F9 is held</source>
        <translation>按住 F9 期间显示固定的图</translation>
    </message>
    <message>
        <source>&amp;Take snapshot</source>
        <translation>拍快照(&amp;T)</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
    <message>
        <source>Keeps everything as it stands as a numbered state of this project</source>
        <translation>把一切按现状保存为此项目的一个编号状态</translation>
    </message>
    <message>
        <source>Pr&amp;esent</source>
        <translation>放映(&amp;E)</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>Full screen with large type and only the chosen panels; Esc ends it</source>
        <translation>全屏、大字体、只有选定的面板；Esc 结束</translation>
    </message>
    <message>
        <source>Moves to the target sentence, which a decoder beside an encoder reads, or to the second sentence of a pair</source>
        <translation>移到目标句（编码器旁边的解码器读它），或移到句对的第二句</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>探索(&amp;E)</translation>
    </message>
    <message>
        <source>Ctrl+1</source>
        <translation>Ctrl+1</translation>
    </message>
    <message>
        <source>E&amp;dit</source>
        <translation>编辑(&amp;D)</translation>
    </message>
    <message>
        <source>Ctrl+2</source>
        <translation>Ctrl+2</translation>
    </message>
    <message>
        <source>Ctrl+3</source>
        <translation>Ctrl+3</translation>
    </message>
    <message>
        <source>&amp;Copy details for a report</source>
        <translation>复制报告问题所需的信息(&amp;C)</translation>
    </message>
    <message>
        <source>Copies version, system, screens and fonts; nothing personal and nothing of your work</source>
        <translation>把版本、系统、屏幕和字体放到剪贴板；不含您的工作和您本人的任何信息</translation>
    </message>
    <message>
        <source>Pin from f&amp;older…</source>
        <translation>从文件夹固定(&amp;O)…</translation>
    </message>
    <message>
        <source>Ctrl+F8</source>
        <translation>Ctrl+F8</translation>
    </message>
    <message>
        <source>Compares with another model&apos;s folder, which reads the same sentence</source>
        <translation>与另一个模型的文件夹比较，它读同一个句子</translation>
    </message>
    <message>
        <source>Pin from f&amp;ile…</source>
        <translation>从文件固定(&amp;I)…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F8</source>
        <translation>Ctrl+Shift+F8</translation>
    </message>
    <message>
        <source>Compares with a file of attention or another project</source>
        <translation>与注意力文件或另一个项目比较</translation>
    </message>
    <message>
        <source>Links and heatmap; the same key again restores their usual arrangement</source>
        <translation>连线和热力图；再按一次同一个键，恢复通常的布置</translation>
    </message>
    <message>
        <source>E&amp;xplain</source>
        <translation>讲解(&amp;X)</translation>
    </message>
    <message>
        <source>How one word comes to its weights, number by number</source>
        <translation>一个词怎样得到它的权重，逐个数字地看</translation>
    </message>
    <message>
        <source>The weights, beside a picture</source>
        <translation>权重，旁边是一幅图</translation>
    </message>
    <message>
        <source>&amp;Restore all modes</source>
        <translation>恢复所有模式(&amp;R)</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Every mode as it was at first, all panels back in the window</source>
        <translation>每个模式恢复到最初的样子，所有面板回到窗口中</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Learns the weights from examples, before your eyes</source>
        <translation>当着你的面，从例子中学习权重</translation>
    </message>
    <message>
        <source>Ctrl++</source>
        <translation>Ctrl++</translation>
    </message>
    <message>
        <source>Enlarges everything in the window</source>
        <translation>放大窗口中的一切</translation>
    </message>
    <message>
        <source>&amp;Smaller type</source>
        <translation>缩小文字(&amp;S)</translation>
    </message>
    <message>
        <source>Ctrl+-</source>
        <translation>Ctrl+-</translation>
    </message>
    <message>
        <source>Makes everything in the window smaller</source>
        <translation>缩小窗口中的一切</translation>
    </message>
    <message>
        <source>Lar&amp;ger type</source>
        <translation>放大文字(&amp;G)</translation>
    </message>
    <message>
        <source>Mo&amp;de</source>
        <translation>模式(&amp;D)</translation>
    </message>
    <message>
        <source>Export fi&amp;gure…</source>
        <translation>导出图(&amp;G)…</translation>
    </message>
    <message>
        <source>Open mo&amp;del…</source>
        <translation>打开模型(&amp;D)…</translation>
    </message>
    <message>
        <source>Lists the trained models on this computer, and some to begin with</source>
        <translation>列出本机上训练好的模型，以及一些入门模型</translation>
    </message>
    <message>
        <source>Pin &amp;as opened</source>
        <translation>固定为打开时的状态(&amp;A)</translation>
    </message>
    <message>
        <source>Compares with the model as it was opened, which reads the same sentence</source>
        <translation>与打开时的模型比较，它读同一个句子</translation>
    </message>
    <message>
        <source>Save as a model &amp;folder…</source>
        <translation>存为模型文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Writes the trained model with its edits as a new folder, which transformers opens</source>
        <translation>把训练好的模型连同修改写成一个新文件夹，transformers 可以打开它</translation>
    </message>
</context>
<context>
    <name>MatrixChangeData</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>decoder %1</source>
        <translation>解码器 %1</translation>
    </message>
    <message>
        <source>encoder %1</source>
        <translation>编码器 %1</translation>
    </message>
    <message>
        <source>‖now − pinned‖ ÷ ‖pinned‖ of each matrix, Frobenius norms</source>
        <translation>各矩阵的 ‖现在 − 固定‖ ÷ ‖固定‖，弗罗贝尼乌斯范数</translation>
    </message>
    <message>
        <source>‖now − pinned‖ of each matrix, Frobenius norm</source>
        <translation>各矩阵的 ‖现在 − 固定‖，弗罗贝尼乌斯范数</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Nothing is pinned: pin another state, a file or a model&apos;s folder to see how far each matrix moved.</source>
        <translation>没有固定任何状态：固定另一个状态、文件或模型文件夹，就能看到每个矩阵移动了多少。</translation>
    </message>
    <message>
        <source>A file of attention has no weights that could have moved.</source>
        <translation>注意力文件没有可以移动的权重。</translation>
    </message>
    <message>
        <source>No matrix of a layer has the size of the pinned one&apos;s: both must be of one shape.</source>
        <translation>没有一层的矩阵与固定的大小相同：两者的形状必须一致。</translation>
    </message>
</context>
<context>
    <name>MatrixLabel</name>
    <message>
        <source>E target</source>
        <translation>E 目标</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>encoder %1 %2</source>
        <translation>编码器 %1 %2</translation>
    </message>
    <message>
        <source>decoder %1 %2</source>
        <translation>解码器 %1 %2</translation>
    </message>
    <message>
        <source>gain of %1</source>
        <translation>%1 的增益</translation>
    </message>
    <message>
        <source>bias of %1</source>
        <translation>%1 的偏置</translation>
    </message>
    <message>
        <source>sinks</source>
        <translation>汇点</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>queries have %1 columns, but keys %2; a score needs the same d_key of both</source>
        <translation>查询有 %1 列，键却有 %2 列；计算得分要求两者的 d_key 相同</translation>
    </message>
    <message>
        <source>a head&apos;s w_a is %1 × %2, but d_key %3 needs 1 × %3</source>
        <translation>一个头的 w_a 为 %1 × %2，而 d_key %3 需要 1 × %3</translation>
    </message>
    <message>
        <source>the masked position %1 lies outside the %2 tokens, which count from 0</source>
        <translation>被掩去的位置 %1 超出了 %2 个词元的范围（从 0 数起）</translation>
    </message>
    <message>
        <source>there are %1 keys, but %2 values; each key needs one</source>
        <translation>有 %1 个键，值却有 %2 个；每个键需要一个值</translation>
    </message>
    <message>
        <source>there is no block %1 among %2, which count from 0</source>
        <translation>%2 个注意力块中没有第 %1 个（从 0 数起）</translation>
    </message>
    <message>
        <source>the model has no block %1</source>
        <translation>模型没有注意力块 %1</translation>
    </message>
    <message>
        <source>there is no head %1 among %2, which count from 0</source>
        <translation>%2 个头中没有第 %1 个（从 0 数起）</translation>
    </message>
    <message>
        <source>the queries of %1</source>
        <translation>%1 的查询</translation>
    </message>
    <message>
        <source>the keys of %1</source>
        <translation>%1 的键</translation>
    </message>
    <message>
        <source>the values of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <source>the outputs of %1</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>the sums of %1</source>
        <translation>%1 的和</translation>
    </message>
    <message>
        <source>the hidden numbers of %1</source>
        <translation>%1 的隐藏层数值</translation>
    </message>
    <message>
        <source>the logits of the output layer</source>
        <translation>输出层的 logits </translation>
    </message>
    <message>
        <source>%1 are too large for float32; make the weights or the embedding smaller</source>
        <translation>%1超出了 float32 的范围；请减小权重或嵌入</translation>
    </message>
    <message>
        <source>the target sentence has no token; type at least one word</source>
        <translation>目标句没有词元；请至少输入一个词</translation>
    </message>
    <message>
        <source>the sentence has no token; type at least one word</source>
        <translation>句子没有词元；请至少输入一个词</translation>
    </message>
    <message>
        <source>the masked position %1 lies outside the %2 of %3 tokens, which count from 0</source>
        <translation>被掩去的位置 %1 超出了%2的 %3 个词元的范围（从 0 数起）</translation>
    </message>
    <message>
        <source>target sentence</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>sentences of %1 and %2 tokens need %3 GB for %4, more than the %5 GB that it may take; shorten it, or take fewer heads or layers</source>
        <translation>%1 和 %2 个词元的句子在 %4 时需要 %3 GB，超过了上限 %5 GB；请缩短句子，或减少头数或层数</translation>
    </message>
    <message>
        <source>a sentence of %1 tokens needs %2 GB for %3, more than the %4 GB that it may take; shorten it, or take fewer heads or layers</source>
        <translation>%1 个词元的句子在 %3 时需要 %2 GB，超过了上限 %4 GB；请缩短句子，或减少头数或层数</translation>
    </message>
    <message>
        <source>a norm&apos;s %1 is %2 × %3, but rows of %4 numbers need 1 × %4</source>
        <translation>归一化的 %1 为 %2 × %3，而 %4 个数的行需要 1 × %4</translation>
    </message>
    <message>
        <source>a vocabulary of %1 tokens</source>
        <translation>%1 个词元的词表</translation>
    </message>
    <message>
        <source>%1 and %2 need</source>
        <translation>%1 和 %2 需要</translation>
    </message>
    <message>
        <source>%1 need</source>
        <translation>%1 需要</translation>
    </message>
    <message>
        <source>%1 needs</source>
        <translation>%1 需要</translation>
    </message>
    <message>
        <source>a bias needs</source>
        <translation>偏置需要</translation>
    </message>
    <message>
        <source>%1 holds a number that is not finite in row %2, column %3</source>
        <translation>%1 的第 %2 行第 %3 列不是有限的数</translation>
    </message>
    <message>
        <source>%1 is a weight that this model does not have; its encoder_layers are %2 and its decoder_layers are %3</source>
        <translation>这个模型没有权重 %1；它的 encoder_layers 为 %2，decoder_layers 为 %3</translation>
    </message>
    <message>
        <source>%1 is given without a matrix</source>
        <translation>给出了 %1，却没有矩阵</translation>
    </message>
    <message>
        <source>%1 has no row, but needs one for each position</source>
        <translation>%1 没有行，而每个位置都需要一行</translation>
    </message>
    <message>
        <source>%1 is %2 and so holds no number</source>
        <translation>%1 为 %2，不含任何数</translation>
    </message>
    <message>
        <source>%1 is %2, but %3 %4</source>
        <translation>%1 为 %2，而%3 %4</translation>
    </message>
    <message>
        <source>the embedding of &quot;%1&quot; is given without a row</source>
        <translation>给出了“%1”的嵌入，却没有行</translation>
    </message>
    <message>
        <source>the embedding of &quot;%1&quot;</source>
        <translation>“%1”的嵌入</translation>
    </message>
    <message>
        <source>the vocabulary holds &quot;%1&quot; twice; each token needs a column of its own</source>
        <translation>词表中“%1”出现了两次；每个词元要有自己的一列</translation>
    </message>
    <message>
        <source>the sentence has %1 tokens, but the weight %2 has only %3 rows; shorten the sentence or add rows</source>
        <translation>句子有 %1 个词元，而权重 %2 只有 %3 行；请缩短句子或增加行</translation>
    </message>
    <message>
        <source>%1 is %2 × %3 and has no cell in row %4, column %5, counted from 0</source>
        <translation>%1 为 %2 × %3，没有第 %4 行第 %5 列的单元格（从 0 数起）</translation>
    </message>
    <message>
        <source>the model has no table of positions</source>
        <translation>模型没有位置表</translation>
    </message>
    <message>
        <source>%1 is %2, but must lie between %3 and %4</source>
        <translation>%1 为 %2，但必须在 %3 到 %4 之间</translation>
    </message>
    <message>
        <source>norm_epsilon must be a number above 0, from 1e-30 to 1e30, such as 1e-5</source>
        <translation>norm_epsilon 必须是大于 0 的数，从 1e-30 到 1e30，例如 1e-5</translation>
    </message>
    <message>
        <source>initialization_std must be a number between 0 and 1000000, such as 0.02</source>
        <translation>initialization_std 必须是 0 到 1000000 之间的数，例如 0.02</translation>
    </message>
    <message>
        <source>a residual</source>
        <translation>残差连接</translation>
    </message>
    <message>
        <source>a norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>a feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>another layer</source>
        <translation>另一层</translation>
    </message>
    <message>
        <source>another attention</source>
        <translation>另一个注意力</translation>
    </message>
    <message>
        <source>the output layer</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>a decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>output_projection false needs %1 · d_value to equal d_model where %2 follows, but %1 %3 × d_value %4 is %5 and d_model is %6</source>
        <translation>后面接%2时，output_projection false 要求 %1 · d_value 等于 d_model，但 %1 %3 × d_value %4 为 %5，而 d_model 为 %6</translation>
    </message>
    <message>
        <source>%1d_model %2, d_key %3 and d_value %4 make %5 weights, more than the %6 that a model may have; make one of them smaller</source>
        <translation>%1d_model %2、d_key %3 和 d_value %4 共有 %5 个权重，超过了模型的上限 %6；请减小其中之一</translation>
    </message>
    <message>
        <source>the model has no weight %1</source>
        <translation>模型没有权重 %1</translation>
    </message>
    <message>
        <source>the temperature must be a number above 0, such as 1</source>
        <translation>温度必须是大于 0 的数，例如 1</translation>
    </message>
    <message>
        <source>top-k is %1, but must be 0 for all tokens or the number of tokens</source>
        <translation>top-k 为 %1，但必须是 0（表示所有词元）或词元的个数</translation>
    </message>
    <message>
        <source>%1 has %2 columns, but the sentences make a vocabulary of %3 tokens; give the file a vocabulary of %2 tokens</source>
        <translation>%1 有 %2 列，而由句子得到的词表有 %3 个词元；请在文件中给出 %2 个词元的词表</translation>
    </message>
    <message>
        <source>a matrix of %1 cannot be multiplied by one of %2: %3 columns meet %4 rows</source>
        <translation>%1 的矩阵不能与 %2 的矩阵相乘：%3 列对 %4 行</translation>
    </message>
    <message>
        <source>a matrix of %1 cannot be multiplied by one of %2 transposed: %3 columns meet %4</source>
        <translation>%1 的矩阵不能与 %2 的矩阵的转置相乘：%3 列对 %4 列</translation>
    </message>
    <message>
        <source>the model has no encoder</source>
        <translation>模型没有编码器</translation>
    </message>
    <message>
        <source>the model has no decoder</source>
        <translation>模型没有解码器</translation>
    </message>
    <message>
        <source>the model has no feed-forward in layer %1 of the %2, counted from 0</source>
        <translation>模型的 %2 第 %1 层（从 0 数起）没有前馈网络</translation>
    </message>
    <message>
        <source>the trace has no block %1</source>
        <translation>计算结果中没有注意力块 %1</translation>
    </message>
    <message>
        <source>heads can be compared only where they attend over the same tokens, but one has weights of %1 × %2 and the first of %3 × %4</source>
        <translation>只有关注同样词元的头才能比较，而其中一个的权重为 %1 × %2，第一个的为 %3 × %4</translation>
    </message>
    <message>
        <source>attention rollout follows tokens through layers of self-attention; cross-attention has none</source>
        <translation>注意力展开沿着各层自注意力追踪词元；交叉注意力没有这样的层</translation>
    </message>
    <message>
        <source>attention rollout needs a layer from 0 on, not %1</source>
        <translation>注意力展开需要从 0 起的层号，而不是 %1</translation>
    </message>
    <message>
        <source>a picture of %1 is too small to show anything; take at least %2</source>
        <translation>%1 的图太小，什么也显示不出；请至少取 %2</translation>
    </message>
    <message>
        <source>the sentence needs %1; make the picture larger or shorten the sentence</source>
        <translation>这个句子需要 %1；请放大图片或缩短句子</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>没有文件名</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>the folder %1 does not exist</source>
        <translation>文件夹 %1 不存在</translation>
    </message>
    <message>
        <source>%1 is not a folder</source>
        <translation>%1 不是文件夹</translation>
    </message>
    <message>
        <source>there is no example of that name, only %1</source>
        <translation>没有这个名字的示例，只有 %1</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>%1: not valid UTF-8 (byte %2)</source>
        <translation>%1：不是有效的 UTF-8（第 %2 字节）</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; stands twice%2</source>
        <translation>键“%1”出现了两次%2</translation>
    </message>
    <message>
        <source>lists and objects stand more than %1 deep%2</source>
        <translation>列表和对象的嵌套超过 %1 层%2</translation>
    </message>
    <message>
        <source> in &quot;%1&quot;</source>
        <translation>（在“%1”中）</translation>
    </message>
    <message>
        <source>%1: the number %2 is too large%3</source>
        <translation>%1：数 %2 太大%3</translation>
    </message>
    <message>
        <source>%1: %2 is no number to compute with%3</source>
        <translation>%1：%2 不是可以计算的数%3</translation>
    </message>
    <message>
        <source>%1: the file ends before its JSON is complete%2</source>
        <translation>%1：文件在 JSON 完整之前就结束了%2</translation>
    </message>
    <message>
        <source>%1: not valid JSON near `%2`%3</source>
        <translation>%1：`%2` 附近不是有效的 JSON%3</translation>
    </message>
    <message>
        <source>the text &quot;%1&quot;</source>
        <translation>文本“%1”</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>空列表</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>%1 个数的列表</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a number from 0</source>
        <translation>不小于 0 的数</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>以下之一：%1</translation>
    </message>
    <message>
        <source>the model has no key &quot;%1&quot;%2</source>
        <translation>模型没有键“%1”%2</translation>
    </message>
    <message>
        <source>%1 takes %2, not &quot;%3&quot;</source>
        <translation>%1 应为%2，而不是“%3”</translation>
    </message>
    <message>
        <source> (did you mean &quot;%1&quot;?)</source>
        <translation>（是不是“%1”？）</translation>
    </message>
    <message>
        <source>the matrix is %1 × %2, but there are %3 queries and %4 keys</source>
        <translation>矩阵为 %1 × %2，却有 %3 个查询和 %4 个键</translation>
    </message>
    <message>
        <source>is a lesson, whose pages have sentences and models of their own; --source, --target and --set change none of them</source>
        <translation>是课程，各页有自己的句子和模型；--source、--target 和 --set 都不能改变它们</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>is a folder, not %1</source>
        <translation>是文件夹，不是%1</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>is larger than %1 MiB, more than %2 may have</source>
        <translation>大于 %1 MiB，超过了%2允许的大小</translation>
    </message>
    <message>
        <source>%1 must be one of %2, not %3</source>
        <translation>%1 必须是以下之一：%2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 holds %2, but heads are whole numbers from 1</source>
        <translation>%1 中有 %2，但头是从 1 起的整数</translation>
    </message>
    <message>
        <source>%1 must be a list of whole numbers from 1, not %2</source>
        <translation>%1 必须是从 1 起的整数的列表，而不是 %2</translation>
    </message>
    <message>
        <source>%1 must be a text in quotes, not %2</source>
        <translation>%1 必须是引号中的文本，而不是 %2</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 must name at least one entry of a view, such as {&quot;query&quot;: 1}</source>
        <translation>%1 至少要给出视图的一项，例如 {&quot;query&quot;: 1}</translation>
    </message>
    <message>
        <source>%1 takes %2, not %3</source>
        <translation>%1 应为%2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 must name at least one key of a model, such as {&quot;heads&quot;: 2}</source>
        <translation>%1 至少要给出模型的一个键，例如 {&quot;heads&quot;: 2}</translation>
    </message>
    <message>
        <source>%1 must be a number, not %2</source>
        <translation>%1 必须是数，而不是 %2</translation>
    </message>
    <message>
        <source>%1 must be a text such as &quot;weight 1 2&quot;, not %2</source>
        <translation>%1 必须是“weight 1 2”这样的文本，而不是 %2</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, but only a single number can be compared</source>
        <translation>%1 是“%2”，但只有单个的数才能比较</translation>
    </message>
    <message>
        <source>%1 stands without at_least and at_most, so there is nothing to compare it with</source>
        <translation>%1 没有 at_least 和 at_most，因此没有可与之比较的</translation>
    </message>
    <message>
        <source>%1 is larger than at_most, so that nothing lies between them</source>
        <translation>%1 大于 at_most，两者之间什么也没有</translation>
    </message>
    <message>
        <source>%1 has a bound, but no value to compare with it</source>
        <translation>%1 有界限，却没有与之比较的 value</translation>
    </message>
    <message>
        <source>a lesson is an object in braces, not %1</source>
        <translation>课程是花括号中的对象，而不是 %1</translation>
    </message>
    <message>
        <source>%1 must be an object in braces, not %2</source>
        <translation>%1 必须是花括号中的对象，而不是 %2</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot;%2</source>
        <translation>未知的键“%1”%2</translation>
    </message>
    <message>
        <source>unknown key &quot;%1&quot; in %2%3</source>
        <translation>%2 中有未知的键“%1”%3</translation>
    </message>
    <message>
        <source>%1 must be a text in quotes, or an object of languages such as {&quot;en&quot;: &quot;…&quot;}, not %2</source>
        <translation>%1 必须是引号中的文本，或按语言给出的对象，例如 {&quot;en&quot;: &quot;…&quot;}，而不是 %2</translation>
    </message>
    <message>
        <source>an empty one</source>
        <translation>空的对象</translation>
    </message>
    <message>
        <source>%1 holds the key &quot;%2&quot;, but its keys are languages such as &quot;en&quot; or &quot;zh_CN&quot;</source>
        <translation>%1 中有键“%2”，但它的键应是语言，例如“en”或“zh_CN”</translation>
    </message>
    <message>
        <source>%1 must be true or false, not %2</source>
        <translation>%1 必须是 true 或 false，而不是 %2</translation>
    </message>
    <message>
        <source>%1 must be a list of %2, not %3</source>
        <translation>%1 必须是%2的列表，而不是 %3</translation>
    </message>
    <message>
        <source>%1 has nothing to count, not %2</source>
        <translation>%1 没有可数的，而给出了 %2</translation>
    </message>
    <message>
        <source>%1 must be a whole number from 1 to %2, not %3</source>
        <translation>%1 必须是 1 到 %2 的整数，而不是 %3</translation>
    </message>
    <message>
        <source>%1 takes &quot;%2&quot; out, but the lesson&apos;s project has none</source>
        <translation>%1 要去掉“%2”，但课程的项目中没有它</translation>
    </message>
    <message>
        <source>%1 must be an object, not %2</source>
        <translation>%1 必须是对象，而不是 %2</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; is missing</source>
        <translation>缺少键“%1”</translation>
    </message>
    <message>
        <source>title is empty</source>
        <translation>title 是空的</translation>
    </message>
    <message>
        <source>pages in braces</source>
        <translation>花括号中的页面</translation>
    </message>
    <message>
        <source>the key &quot;format&quot; is missing, so this is no Regard lesson</source>
        <translation>缺少键“format”，因此不是 Regard 课程</translation>
    </message>
    <message>
        <source>format must be &quot;regard-lesson&quot;, not %1</source>
        <translation>format 必须是“regard-lesson”，而不是 %1</translation>
    </message>
    <message>
        <source>was written by a newer Regard (version %1, this one reads %2)</source>
        <translation>由更新的 Regard 写成（版本 %1，当前程序读取版本 %2）</translation>
    </message>
    <message>
        <source>version must be %1, not %2</source>
        <translation>version 必须是 %1，而不是 %2</translation>
    </message>
    <message>
        <source>a lesson must have exactly one of project, example and file</source>
        <translation>课程必须恰好有 project、example 和 file 中的一个</translation>
    </message>
    <message>
        <source>example must be the name of an example in quotes, not %1</source>
        <translation>example 必须是引号中的示例名，而不是 %1</translation>
    </message>
    <message>
        <source>example &quot;%1&quot;: %2</source>
        <translation>示例“%1”：%2</translation>
    </message>
    <message>
        <source>file must be the name of a project in quotes, not %1</source>
        <translation>file 必须是引号中的项目文件名，而不是 %1</translation>
    </message>
    <message>
        <source>file is &quot;%1&quot;, but must be a name without a folder: it stands beside the lesson</source>
        <translation>file 为“%1”，但必须是不带文件夹的文件名：它与课程放在一起</translation>
    </message>
    <message>
        <source>a project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>file %1: %2</source>
        <translation>文件 %1：%2</translation>
    </message>
    <message>
        <source>%1 stands on the first page, which has no page before it</source>
        <translation>%1 出现在第一页，而第一页之前没有页面</translation>
    </message>
    <message>
        <source>%1 stands beside keep, but a page that keeps the state changes only view, panels and highlight</source>
        <translation>%1 与 keep 同时出现，但保持状态的页面只改变 view、panels 和 highlight</translation>
    </message>
    <message>
        <source>%1 stands beside project; change it within the page&apos;s project</source>
        <translation>%1 与 project 同时出现；请在该页的 project 中修改它</translation>
    </message>
    <message>
        <source>%1 stands beside keep, which keeps the state of the page before</source>
        <translation>%1 与 keep 同时出现，而 keep 保持前一页的状态</translation>
    </message>
    <message>
        <source>%1 must be a whole project in braces, not %2</source>
        <translation>%1 必须是花括号中的完整项目，而不是 %2</translation>
    </message>
    <message>
        <source>panels such as &quot;steps&quot;</source>
        <translation>面板（例如“steps”）</translation>
    </message>
    <message>
        <source>%1 must be a list of texts, but one is %2</source>
        <translation>%1 必须是文本的列表，但其中一个是 %2</translation>
    </message>
    <message>
        <source>%1 holds &quot;%2&quot;, which is no panel%3</source>
        <translation>%1 中有“%2”，它不是面板%3</translation>
    </message>
    <message>
        <source>cells in braces</source>
        <translation>花括号中的单元格</translation>
    </message>
    <message>
        <source>%1 must name a matrix (with row, column or both), or a query, a key or both</source>
        <translation>%1 必须给出矩阵（带行、列或两者），或给出查询、键或两者</translation>
    </message>
    <message>
        <source>%1 is a row or a column that %2 does not have</source>
        <translation>%2 没有 %1 所指的行或列</translation>
    </message>
    <message>
        <source>conditions in braces</source>
        <translation>花括号中的条件</translation>
    </message>
    <message>
        <source>%1 stands without a &quot;try&quot; that says what to do</source>
        <translation>%1 没有说明要做什么的“try”</translation>
    </message>
    <message>
        <source>%1: the value &quot;%2&quot; is not there, because %3</source>
        <translation>%1：没有值“%2”，因为%3</translation>
    </message>
    <message>
        <source>a lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>the brace before &quot;%1&quot; is not closed; a brace itself is written twice: {{</source>
        <translation>“%1”前的花括号没有闭合；花括号本身要写两次：{{</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; holds &quot;%2&quot;, but it takes whole numbers from 1</source>
        <translation>值“%1”中有“%2”，但它应为从 1 起的整数</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; must end with a number of decimals from 0 to %2 after its colon</source>
        <translation>值“%1”的冒号后面必须是小数位数，从 0 到 %2</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; must name layer and head after its @, such as @1.2</source>
        <translation>值“%1”的 @ 后面必须给出层和头，例如 @1.2</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>a value in braces is empty; a brace itself is written twice: {{</source>
        <translation>花括号中的值是空的；花括号本身要写两次：{{</translation>
    </message>
    <message>
        <source>there is no value &quot;%1&quot;%2</source>
        <translation>没有值“%1”%2</translation>
    </message>
    <message>
        <source>the sentence has no token %1, only %2</source>
        <translation>句子没有第 %1 个词元，只有 %2 个</translation>
    </message>
    <message>
        <source>the target has no token %1, only %2</source>
        <translation>目标句没有第 %1 个词元，只有 %2 个</translation>
    </message>
    <message>
        <source>the decoder reads no token %1, only %2</source>
        <translation>解码器没有读到第 %1 个词元，只有 %2 个</translation>
    </message>
    <message>
        <source>there is no query %1, only %2</source>
        <translation>没有第 %1 个查询，只有 %2 个</translation>
    </message>
    <message>
        <source>there is no key %1, only %2</source>
        <translation>没有第 %1 个键，只有 %2 个</translation>
    </message>
    <message>
        <source>there is no component %1, only %2</source>
        <translation>没有第 %1 个分量，只有 %2 个</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; has %2 numbers, but %3 takes %4</source>
        <translation>值“%1”有 %2 个数，但 %3 需要 %4 个</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; names a layer and a head, but %2 has none</source>
        <translation>值“%1”给出了层和头，但 %2 没有层和头</translation>
    </message>
    <message>
        <source>the value &quot;%1&quot; asks for decimals, but %2 is a word</source>
        <translation>值“%1”要求小数位数，但 %2 是词</translation>
    </message>
    <message>
        <source>%1 needs a model with a decoder</source>
        <translation>%1 需要带解码器的模型</translation>
    </message>
    <message>
        <source>there is no layer %1, only %2</source>
        <translation>没有第 %1 层，只有 %2 层</translation>
    </message>
    <message>
        <source>there is no head %1, only %2</source>
        <translation>没有第 %1 个头，只有 %2 个</translation>
    </message>
    <message>
        <source>there is no lesson of that name, only %1</source>
        <translation>没有这个名字的课程，只有 %1</translation>
    </message>
    <message>
        <source>this model has no step &quot;%1&quot;: its steps are %2</source>
        <translation>这个模型没有步骤“%1”：它的步骤有 %2</translation>
    </message>
    <message>
        <source>weights cannot be rounded to %1 decimals; 0 to %2 are possible</source>
        <translation>权重不能保留 %1 位小数；只能是 0 到 %2 位</translation>
    </message>
    <message>
        <source>weight %1 is %2; weights that are rounded must be finite and not negative</source>
        <translation>权重 %1 为 %2；要舍入的权重必须是有限的非负数</translation>
    </message>
    <message>
        <source>the picture cannot be written as PNG; is there enough memory?</source>
        <translation>无法把图写成 PNG；内存是否足够？</translation>
    </message>
    <message>
        <source>the picture would be %1 × %2 pixels, but a side may have 1 to %3; choose a smaller size or resolution</source>
        <translation>图将为 %1 × %2 像素，而每边只能是 1 到 %3；请选择较小的尺寸或分辨率</translation>
    </message>
    <message>
        <source>there is not enough memory for a picture of %1 × %2 pixels; choose a smaller size or resolution</source>
        <translation>内存不足以容纳 %1 × %2 像素的图；请选择较小的尺寸或分辨率</translation>
    </message>
    <message>
        <source>this picture format is unknown</source>
        <translation>未知的图片格式</translation>
    </message>
    <message>
        <source>1 number</source>
        <translation>1 个数</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数</translation>
    </message>
    <message>
        <source>a project is an object in braces, not %1</source>
        <translation>项目是花括号中的对象，而不是 %1</translation>
    </message>
    <message>
        <source>the key &quot;format&quot; is missing, so this is no Regard project</source>
        <translation>缺少键“format”，因此不是 Regard 项目</translation>
    </message>
    <message>
        <source>format must be &quot;regard-project&quot;, not %1</source>
        <translation>format 必须是“regard-project”，而不是 %1</translation>
    </message>
    <message>
        <source>%1 must be a list of whole numbers, not %2</source>
        <translation>%1 必须是整数的列表，而不是 %2</translation>
    </message>
    <message>
        <source>%1 holds %2, but there are none to count</source>
        <translation>%1 中有 %2，但没有可数的</translation>
    </message>
    <message>
        <source>%1 holds %2, but it must be a whole number from %3 to %4</source>
        <translation>%1 中有 %2，但它必须是 %3 到 %4 的整数</translation>
    </message>
    <message>
        <source>%1 holds %2 twice</source>
        <translation>%1 中 %2 出现了两次</translation>
    </message>
    <message>
        <source>this model has no weight &quot;%1&quot;%2%3</source>
        <translation>这个模型没有权重“%1”%2%3</translation>
    </message>
    <message>
        <source>, because %1 is 0</source>
        <translation>，因为 %1 为 0</translation>
    </message>
    <message>
        <source>, because %1 is %2 and layers count from 0</source>
        <translation>，因为 %1 为 %2，而层从 0 数起</translation>
    </message>
    <message>
        <source>embedding of &quot;%1&quot;</source>
        <translation>“%1”的嵌入</translation>
    </message>
    <message>
        <source>%1 must be a list of numbers, not %2</source>
        <translation>%1 必须是数的列表，而不是 %2</translation>
    </message>
    <message>
        <source>%1 must be a list of rows, not %2</source>
        <translation>%1 必须是行的列表，而不是 %2</translation>
    </message>
    <message>
        <source>%1 for these rows</source>
        <translation>%1（按这些行）</translation>
    </message>
    <message>
        <source>%1: row %2 of %3</source>
        <translation>%1：第 %2 行（共 %3 行）</translation>
    </message>
    <message>
        <source>%1, column %2 must be a number, not %3</source>
        <translation>%1，第 %2 列必须是数，而不是 %3</translation>
    </message>
    <message>
        <source>%1 has %2, but row 1 has %3; the matrix must be %4</source>
        <translation>%1 有 %2，而第 1 行有 %3 个；矩阵必须为 %4</translation>
    </message>
    <message>
        <source>%1: %2 in row %3, column %4 is beyond the range of float32 (±3.4e38)</source>
        <translation>%1：第 %3 行第 %4 列的 %2 超出了 float32 的范围 (±3.4e38)</translation>
    </message>
    <message>
        <source>%1 must be a list of texts, not %2</source>
        <translation>%1 必须是文本的列表，而不是 %2</translation>
    </message>
    <message>
        <source>dimensions has 1 name, but d_model %1 needs %1</source>
        <translation>dimensions 有 1 个名称，而 d_model %1 需要 %1 个</translation>
    </message>
    <message>
        <source>dimensions has %1 names, but d_model %2 needs %2</source>
        <translation>dimensions 有 %1 个名称，而 d_model %2 需要 %2 个</translation>
    </message>
    <message>
        <source>vocabulary holds an empty text, but a token has at least one character</source>
        <translation>vocabulary 中有空文本，而词元至少有一个字符</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, but the model has no such attention</source>
        <translation>%1 为“%2”，但模型没有这样的注意力</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which the block &quot;%3&quot; does not have</source>
        <translation>%1 为“%2”，而块“%3”没有它</translation>
    </message>
    <message>
        <source>%1 must be &quot;%2&quot; or &quot;%3&quot;, not &quot;%4&quot;</source>
        <translation>%1 必须是“%2”或“%3”，而不是“%4”</translation>
    </message>
    <message>
        <source>%1 must be a whole number from %2 to %3, not %4</source>
        <translation>%1 必须是 %2 到 %3 的整数，而不是 %4</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which is no step%3</source>
        <translation>%1 为“%2”，它不是步骤%3</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which the model does not have</source>
        <translation>%1 为“%2”，而模型没有它</translation>
    </message>
    <message>
        <source>an output of %1 cannot be compared with one of %2; both must have the same tokens and width</source>
        <translation>%1 的输出不能与 %2 的输出相比；两者的词元和宽度必须相同</translation>
    </message>
    <message>
        <source>there is no row %1 in an output of %2; rows count from 0</source>
        <translation>%2 的输出中没有第 %1 行；行从 0 数起</translation>
    </message>
    <message>
        <source>the pass has no such sublayer in layer %1</source>
        <translation>这次计算在第 %1 层没有这样的子层</translation>
    </message>
    <message>
        <source>%1 must be a list of objects in braces, not %2</source>
        <translation>%1 必须是花括号中对象的列表，而不是 %2</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which has no feed-forward of its own; the decoder&apos;s layers have one</source>
        <translation>%1 为“%2”，它没有自己的前馈网络；解码器的层有</translation>
    </message>
    <message>
        <source>%1 belongs to an attention, but a feed-forward has no heads; leave it out</source>
        <translation>%1 属于注意力，而前馈网络没有头；请去掉它</translation>
    </message>
    <message>
        <source>%1 is true, but the %2&apos;s layers have no feed-forward: its d_ff is 0</source>
        <translation>%1 为 true，但 %2 的层没有前馈网络：它的 d_ff 为 0</translation>
    </message>
    <message>
        <source>%1 is &quot;uniform&quot;, but a feed-forward attends to nothing; take zero or mean</source>
        <translation>%1 为“uniform”，但前馈网络不关注任何东西；请用 zero 或 mean</translation>
    </message>
    <message>
        <source>%1 switches off what an entry before it does; leave one out</source>
        <translation>%1 停用了前面一项已经停用的部分；请去掉一项</translation>
    </message>
    <message>
        <source>%1 must be a number from %2 to %3, not %4</source>
        <translation>%1 必须是 %2 到 %3 的数，而不是 %4</translation>
    </message>
    <message>
        <source>%1 is of the same head as an entry before it; leave one out</source>
        <translation>%1 与前面一项是同一个头；请去掉一项</translation>
    </message>
    <message>
        <source>%1 takes &quot;%2&quot; out, but the project has none</source>
        <translation>%1 取出“%2”，但项目中没有它</translation>
    </message>
    <message>
        <source>snapshots in braces</source>
        <translation>花括号中的快照</translation>
    </message>
    <message>
        <source>snapshots holds %1 snapshots, but a project keeps at most %2</source>
        <translation>snapshots 中有 %1 个快照，而一个项目最多保存 %2 个</translation>
    </message>
    <message>
        <source>the target sentence has %1 tokens, but the model reads at most %2; shorten it</source>
        <translation>目标句有 %1 个词元，而模型最多读 %2 个；请缩短它</translation>
    </message>
    <message>
        <source>the sentence has %1 tokens, but the model reads at most %2; shorten it</source>
        <translation>句子有 %1 个词元，而模型最多读 %2 个；请缩短它</translation>
    </message>
    <message>
        <source>%1 token types are given for %2 tokens; each token needs one</source>
        <translation>给出了 %1 个词元类型，而词元有 %2 个；每个词元需要一个</translation>
    </message>
    <message>
        <source>there is no token %1 among %2, which count from 0</source>
        <translation>%2 个词元中没有第 %1 个（从 0 数起）</translation>
    </message>
    <message>
        <source>kinds of %1 tokens are given, but the sentence has %2</source>
        <translation>给出了 %1 个词元的种类，而句子有 %2 个词元</translation>
    </message>
    <message>
        <source>the vocabulary has %1 tokens, but the trained output layer has %2 rows; leave the vocabulary as it was trained, or give an output.w</source>
        <translation>词表有 %1 个词元，而训练好的输出层有 %2 行；请保留训练时的词表，或给出 output.w</translation>
    </message>
    <message>
        <source>%1 weights are not given and would be drawn, more than the %2 that a model may draw; give them, or make the model smaller</source>
        <translation>有 %1 个权重没有给出，需要随机抽取，超过了模型可抽取的 %2 个；请给出它们，或缩小模型</translation>
    </message>
    <message>
        <source>the trained vocabulary has no token &quot;%1&quot;, and the model no row of its own for it; type another word, or give the token a row</source>
        <translation>训练好的词表没有词元“%1”，模型也没有它自己的行；请输入别的词，或给这个词元一行</translation>
    </message>
    <message>
        <source>the trained embedding of &quot;%1&quot; holds a number that is not finite; type another word</source>
        <translation>“%1”的训练好的嵌入中有不是有限的数；请输入别的词</translation>
    </message>
    <message>
        <source>rope_theta must be a number above 0, from 1e-30 to 1e30, such as 10000</source>
        <translation>rope_theta 必须是大于 0 的数，从 1e-30 到 1e30，例如 10000</translation>
    </message>
    <message>
        <source>key_value_heads is %1, but must divide %2, which is %3; 0 gives each head its own</source>
        <translation>key_value_heads 为 %1，但必须能整除 %2（为 %3）；0 表示每个头各有自己的</translation>
    </message>
    <message>
        <source>position rotary turns columns in pairs, so d_key must be even, not %1</source>
        <translation>位置编码 rotary 成对地旋转列，因此 d_key 必须是偶数，而不是 %1</translation>
    </message>
    <message>
        <source>masked_language_model true needs architecture encoder: a decoder has an output layer of its own</source>
        <translation>masked_language_model true 要求 architecture 为 encoder：解码器有自己的输出层</translation>
    </message>
    <message>
        <source>a group of tokens reaches from %1 to %2, but there are %3 tokens</source>
        <translation>一组词元从 %1 到 %2，而词元只有 %3 个</translation>
    </message>
    <message>
        <source>is not a folder; a trained model is opened by its folder</source>
        <translation>不是文件夹；训练好的模型要按它的文件夹打开</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>has no config.json, so it is not the folder of a trained model</source>
        <translation>没有 config.json，因此不是训练好的模型的文件夹</translation>
    </message>
    <message>
        <source>the embedding has %1 rows, but the tokenizer has %2 tokens; the two do not belong together</source>
        <translation>嵌入有 %1 行，而分词器有 %2 个词元；两者不配套</translation>
    </message>
    <message>
        <source>a file of a checkpoint</source>
        <translation>检查点的文件</translation>
    </message>
    <message>
        <source>must hold an object in braces, not %1</source>
        <translation>必须包含花括号中的对象，而不是%1</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is an activation that is not computed here; those that are: %3</source>
        <translation>%1“%2”是这里不计算的激活函数；可计算的有：%3</translation>
    </message>
    <message>
        <source>%1 is %2, which is not computed here; of %3 models only those with %1 %4 can be read</source>
        <translation>%1 为 %2，这里不能这样计算；%3 模型中只能读取 %1 为 %4 的</translation>
    </message>
    <message>
        <source>quantization_config says that the weights are quantised%1; only float32, float16 and bfloat16 weights are read</source>
        <translation>quantization_config 表明权重经过量化%1；只能读取 float32、float16 和 bfloat16 的权重</translation>
    </message>
    <message>
        <source>%1 has rotary positions of its own for &quot;%2&quot;, which are not computed here</source>
        <translation>%1 为“%2”另设了旋转位置，这里不能计算</translation>
    </message>
    <message>
        <source>%1 %2 must be a multiple of %3 %4</source>
        <translation>%1 %2 必须是 %3 %4 的倍数</translation>
    </message>
    <message>
        <source>%1 is %2 and %3 is %4; heads of unlike sizes in the two stacks are not computed here</source>
        <translation>%1 为 %2，%3 为 %4；这里不计算两个层堆叠中大小不同的头</translation>
    </message>
    <message>
        <source>has no model_type, which names the family of the model</source>
        <translation>没有 model_type，它指明模型的家族</translation>
    </message>
    <message>
        <source>has no tensor %1, which the %2 model of its config.json needs</source>
        <translation>没有张量 %1，而 config.json 所说的 %2 模型需要它</translation>
    </message>
    <message>
        <source>holds other numbers than %1; embeddings that encoder and decoder do not share are not read</source>
        <translation>与 %1 中的数不同；不能读取编码器和解码器不共用的嵌入</translation>
    </message>
    <message>
        <source>is %1, but the sizes in config.json need %2</source>
        <translation>为 %1，而 config.json 中的大小要求 %2</translation>
    </message>
    <message>
        <source>has %1 rows, but the first position is row %2</source>
        <translation>有 %1 行，而第一个位置是第 %2 行</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>不是文件</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>is %1, but must have a row for each token and %2 columns</source>
        <translation>为 %1，但必须每个词元一行、共 %2 列</translation>
    </message>
    <message>
        <source>%1 must be %2 and %3 hexadecimal digits, not &quot;%4&quot;</source>
        <translation>%1 必须是 %2 加 %3 位十六进制数字，而不是“%4”</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s folder %1 is not there: the project was saved with %2 and finds no hash in its place; put the folder back, or write under checkpoint.folder where it is now</source>
        <translation>检查点的文件夹 %1 不在了：项目保存时的哈希值为 %2，现在那里没有可比较的哈希值；请放回该文件夹，或在 checkpoint.folder 中写明它现在的位置</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s folder %1 has changed: the project was saved with %2, and the folder has %3 now; put back the files that it had, or write the new hash under checkpoint.hash to go on with these</source>
        <translation>检查点的文件夹 %1 已改变：项目保存时为 %2，现在文件夹为 %3；请放回原来的文件，或在 checkpoint.hash 中写入新的哈希值以使用现在的文件</translation>
    </message>
    <message>
        <source>tokenizer is &quot;checkpoint&quot;, but the project names no checkpoint</source>
        <translation>tokenizer 为“checkpoint”，但项目没有指定检查点</translation>
    </message>
    <message>
        <source>weight_map names the file %1, which is not a plain file name</source>
        <translation>weight_map 指定了文件 %1，它不是单纯的文件名</translation>
    </message>
    <message>
        <source>must hold weight_map, an object that gives each tensor its file</source>
        <translation>必须包含 weight_map，即给出每个张量所在文件的对象</translation>
    </message>
    <message>
        <source>weight_map must give the tensor %1 a file name in quotes, not %2</source>
        <translation>weight_map 必须为张量 %1 给出引号中的文件名，而不是 %2</translation>
    </message>
    <message>
        <source>has no model.safetensors; its %1 is not read, so save the model as safetensors first</source>
        <translation>没有 model.safetensors；其中的 %1 不能读取，请先把模型保存为 safetensors</translation>
    </message>
    <message>
        <source>the tensor %1 %2</source>
        <translation>张量 %1 %2</translation>
    </message>
    <message>
        <source>has no tensor %1, which %2 gives to it</source>
        <translation>没有张量 %1，而 %2 说它在其中</translation>
    </message>
    <message>
        <source>the header must be an object in braces</source>
        <translation>文件头必须是花括号中的对象</translation>
    </message>
    <message>
        <source>__metadata__ must hold texts alone</source>
        <translation>__metadata__ 只能包含文本</translation>
    </message>
    <message>
        <source>__metadata__ must be an object in braces</source>
        <translation>__metadata__ 必须是花括号中的对象</translation>
    </message>
    <message>
        <source>the tensor %1 must be an object with dtype, shape and data_offsets</source>
        <translation>张量 %1 必须是含有 dtype、shape 和 data_offsets 的对象</translation>
    </message>
    <message>
        <source>the shape of the tensor %1 must be a list of whole numbers from 0</source>
        <translation>张量 %1 的 shape 必须是从 0 起的整数的列表</translation>
    </message>
    <message>
        <source>the data_offsets of the tensor %1 must be two whole numbers from 0</source>
        <translation>张量 %1 的 data_offsets 必须是两个从 0 起的整数</translation>
    </message>
    <message>
        <source>the dtype of the tensor %1 must be a text</source>
        <translation>张量 %1 的 dtype 必须是文本</translation>
    </message>
    <message>
        <source>the tensor %1 has more than %2 dimensions</source>
        <translation>张量 %1 的维数超过 %2</translation>
    </message>
    <message>
        <source>the tensor %1 stands twice in the header</source>
        <translation>张量 %1 在文件头中出现了两次</translation>
    </message>
    <message>
        <source>the tensor %1 has an unknown key %2</source>
        <translation>张量 %1 有未知的键 %2</translation>
    </message>
    <message>
        <source>the tensor %1 has its %2 twice</source>
        <translation>张量 %1 的 %2 出现了两次</translation>
    </message>
    <message>
        <source>the header is not valid JSON near its byte %1</source>
        <translation>文件头在第 %1 字节附近不是有效的 JSON</translation>
    </message>
    <message>
        <source>the tensor %1 is %2, more numbers than any file holds</source>
        <translation>张量 %1 为 %2，任何文件都放不下这么多数</translation>
    </message>
    <message>
        <source>the tensor %1 begins at byte %2 of the data and ends before it, at byte %3</source>
        <translation>张量 %1 从数据的第 %2 字节开始，却在此之前的第 %3 字节结束</translation>
    </message>
    <message>
        <source>the tensor %1 ends at byte %2 of the data, but the file holds only %3; it may not be complete</source>
        <translation>张量 %1 在数据的第 %2 字节结束，而文件只有 %3 字节；文件可能不完整</translation>
    </message>
    <message>
        <source>the tensor %1 is %2 of %3 and so needs %4 bytes, but its data_offsets give it %5</source>
        <translation>张量 %1 为 %2 的 %3，因此需要 %4 字节，而它的 data_offsets 给出 %5 字节</translation>
    </message>
    <message>
        <source>the tensors %1 and %2 overlap</source>
        <translation>张量 %1 和 %2 重叠</translation>
    </message>
    <message>
        <source>%1 bytes before the tensor %2 belong to no tensor</source>
        <translation>张量 %2 之前的 %1 字节不属于任何张量</translation>
    </message>
    <message>
        <source>the last %1 bytes of the file belong to no tensor</source>
        <translation>文件的最后 %1 字节不属于任何张量</translation>
    </message>
    <message>
        <source>has %1 bytes, too few for a safetensors file</source>
        <translation>只有 %1 字节，不足以构成 safetensors 文件</translation>
    </message>
    <message>
        <source>says that its header has %1 bytes, more than the %2 that a safetensors file may have</source>
        <translation>声称文件头有 %1 字节，超过了 safetensors 文件的上限 %2</translation>
    </message>
    <message>
        <source>says that its header has %1 bytes, but only %2 follow</source>
        <translation>声称文件头有 %1 字节，而后面只有 %2 字节</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>单个的数</translation>
    </message>
    <message>
        <source>holds a number that is not finite in row %1, column %2</source>
        <translation>第 %1 行第 %2 列不是有限的数</translation>
    </message>
    <message>
        <source>holds a number that is not finite</source>
        <translation>含有不是有限的数</translation>
    </message>
    <message>
        <source>the token %1 stands twice in the vocabulary, with the ids %2 and %3</source>
        <translation>词元 %1 在词表中出现了两次，编号为 %2 和 %3</translation>
    </message>
    <message>
        <source>merge %1 joins %2 and %3, but the vocabulary has no token %4</source>
        <translation>第 %1 条合并规则把 %2 和 %3 相连，而词表中没有词元 %4</translation>
    </message>
    <message>
        <source>the vocabulary lacks the token %1, which stands for unknown words</source>
        <translation>词表缺少代表未知词的词元 %1</translation>
    </message>
    <message>
        <source>the added token %1 has the id %2, but the vocabulary gives it %3</source>
        <translation>添加的词元 %1 的编号为 %2，而词表给它的是 %3</translation>
    </message>
    <message>
        <source>the template names the id %1, but there are only %2 tokens</source>
        <translation>模板中用到编号 %1，而词元只有 %2 个</translation>
    </message>
    <message>
        <source>is not a SentencePiece model: %1</source>
        <translation>不是 SentencePiece 模型：%1</translation>
    </message>
    <message>
        <source>is not a SentencePiece model: it has no pieces</source>
        <translation>不是 SentencePiece 模型：其中没有词片</translation>
    </message>
    <message>
        <source>is missing, %1 is needed</source>
        <translation>缺失，需要%1</translation>
    </message>
    <message>
        <source>is %1, not %2</source>
        <translation>为%1，而不是%2</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a whole number from 0</source>
        <translation>从 0 起的整数</translation>
    </message>
    <message>
        <source>a tokenizer&apos;s file</source>
        <translation>分词器的文件</translation>
    </message>
    <message>
        <source>a unigram model is not supported here, but byte-pair encoding is</source>
        <translation>这里不支持 unigram 模型，只支持字节对编码</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not supported: pieces that are spelled differently inside of a word</source>
        <translation>不支持“%1”：词内的词片有另外的写法</translation>
    </message>
    <message>
        <source>random merges are not supported</source>
        <translation>不支持随机的合并</translation>
    </message>
    <message>
        <source>is not an object of tokens and ids</source>
        <translation>不是词元与编号的对象</translation>
    </message>
    <message>
        <source>is %1, not an object</source>
        <translation>为%1，而不是对象</translation>
    </message>
    <message>
        <source>the id of the token &quot;%1&quot; is %2, not a whole number from 0</source>
        <translation>词元“%1”的编号为 %2，而不是从 0 起的整数</translation>
    </message>
    <message>
        <source>model.merges: merge %1 is not two pieces</source>
        <translation>model.merges：第 %1 条合并规则不是两个词片</translation>
    </message>
    <message>
        <source>is %1, not an object of tokens and ids</source>
        <translation>为%1，而不是词元与编号的对象</translation>
    </message>
    <message>
        <source>a tokenizer&apos;s settings</source>
        <translation>分词器的设置</translation>
    </message>
    <message>
        <source>the key is not a whole number from 0</source>
        <translation>键不是从 0 起的整数</translation>
    </message>
    <message>
        <source>the vocabulary lacks the token %1, which the files name as %2</source>
        <translation>词表缺少词元 %1，而文件把它指定为 %2</translation>
    </message>
    <message>
        <source>the normalizer &quot;%1&quot; is not supported</source>
        <translation>不支持规范化器“%1”</translation>
    </message>
    <message>
        <source>the behavior &quot;%1&quot; is not supported</source>
        <translation>不支持行为“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not supported, but always, first and never are</source>
        <translation>不支持“%1”，支持的是 always、first 和 never</translation>
    </message>
    <message>
        <source>the pre-tokenizer &quot;%1&quot; is not supported</source>
        <translation>不支持预分词器“%1”</translation>
    </message>
    <message>
        <source>its replacements may make a text more than %1 times as long</source>
        <translation>它的替换可能使文本变长到 %1 倍以上</translation>
    </message>
    <message>
        <source>the sequence &quot;%1&quot; is neither A nor B</source>
        <translation>序列“%1”既不是 A 也不是 B</translation>
    </message>
    <message>
        <source>the token &quot;%1&quot; is not among the template&apos;s special_tokens</source>
        <translation>词元“%1”不在模板的 special_tokens 中</translation>
    </message>
    <message>
        <source>the sequences A and B must each stand there once</source>
        <translation>序列 A 和 B 必须各出现一次</translation>
    </message>
    <message>
        <source>the sequence A must stand there once, and B must not</source>
        <translation>序列 A 必须出现一次，B 不得出现</translation>
    </message>
    <message>
        <source>is not a token and its id</source>
        <translation>不是词元及其编号</translation>
    </message>
    <message>
        <source>the post-processor &quot;%1&quot; is not supported</source>
        <translation>不支持后处理器“%1”</translation>
    </message>
    <message>
        <source>more than one template is not supported</source>
        <translation>不支持一个以上的模板</translation>
    </message>
    <message>
        <source>line %1 is not valid UTF-8</source>
        <translation>第 %1 行不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>the vocabulary is empty</source>
        <translation>词表是空的</translation>
    </message>
    <message>
        <source>line %1 is not two pieces</source>
        <translation>第 %1 行不是两个词片</translation>
    </message>
    <message>
        <source>the token %1 has the id %2, but there are only %3 tokens, whose ids count from 0 without a hole</source>
        <translation>词元 %1 的编号为 %2，而词元只有 %3 个，编号应从 0 起连续</translation>
    </message>
    <message>
        <source>the tokens %1 and %2 have the same id %3</source>
        <translation>词元 %1 和 %2 的编号同为 %3</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, but takes one of %3</source>
        <translation>%1 为“%2”，但应为以下之一：%3</translation>
    </message>
    <message>
        <source>is not a SentencePiece model, or not a complete one</source>
        <translation>不是 SentencePiece 模型，或不完整</translation>
    </message>
    <message>
        <source>is_causal must be true or false, not null</source>
        <translation>is_causal 必须是 true 或 false，不能是 null</translation>
    </message>
    <message>
        <source>%1 is %2; what it changes is not computed here, so a %3 model that has it cannot be read</source>
        <translation>%1 为 %2；它所改变的内容这里不计算，因此无法读取带有它的 %3 模型</translation>
    </message>
    <message>
        <source>stands in a layer, but the %1 model of its config.json has no such tensor; what is computed with it is not computed here</source>
        <translation>位于某一层之中，但其 config.json 的 %1 模型没有这样的张量；用它进行的计算这里不能进行</translation>
    </message>
    <message>
        <source>was not there when the model was opened; open the model&apos;s folder again</source>
        <translation>在打开模型时还不存在；请重新打开模型文件夹</translation>
    </message>
    <message>
        <source>is not there any more; put it back, or open it where it is now</source>
        <translation>已不在原处；请放回去，或在它现在的位置重新打开</translation>
    </message>
    <message>
        <source>has %1 bytes now, but had %2 when it was opened; open it again</source>
        <translation>现在有 %1 字节，而打开时有 %2 字节；请重新打开</translation>
    </message>
    <message>
        <source>was replaced or written to after it was opened; open it again</source>
        <translation>打开后被替换或改写；请重新打开</translation>
    </message>
    <message>
        <source>ends at byte %1, but is read up to byte %2; it may not be complete</source>
        <translation>在第 %1 字节处结束，但要读到第 %2 字节；文件可能不完整</translation>
    </message>
    <message>
        <source>another splitting pattern is not supported</source>
        <translation>不支持另一种切分模式</translation>
    </message>
    <message>
        <source>lacks what the tokenizer class %1 is made of: tokenizer.json, or %2</source>
        <translation>缺少组成分词器类 %1 的文件：tokenizer.json，或 %2</translation>
    </message>
    <message>
        <source>a vocabulary of its own is not supported</source>
        <translation>不支持自带的词表</translation>
    </message>
    <message>
        <source>pieces that are drawn at random are not supported</source>
        <translation>不支持随机抽取的词片</translation>
    </message>
    <message>
        <source>another file in place of tokenizer.json is not supported</source>
        <translation>不支持用别的文件代替 tokenizer.json</translation>
    </message>
    <message>
        <source>is not supported</source>
        <translation>不受支持</translation>
    </message>
    <message>
        <source>a token is of type %1, but the model has token types up to %2 only; give it more token types</source>
        <translation>有词元的类型为 %1，而模型的词元类型只到 %2；请给它更多的词元类型</translation>
    </message>
    <message>
        <source>encoder layers %1 × heads %2</source>
        <translation>编码器层 %1 × 头 %2</translation>
    </message>
    <message>
        <source>decoder layers %1 × decoder heads %2</source>
        <translation>解码器层 %1 × 解码器头 %2</translation>
    </message>
    <message>
        <source>there is not enough memory for this sentence; shorten it, or take fewer heads or layers</source>
        <translation>内存不足以计算这个句子；请缩短句子，或减少头或层</translation>
    </message>
    <message>
        <source>an adapter (PEFT, such as LoRA) on top of the weights is not supported; merge it into the model (merge_and_unload), or open a folder without this file</source>
        <translation>不支持在权重之上加适配器（PEFT，如 LoRA）；请把它并入模型（merge_and_unload），或打开没有这个文件的文件夹</translation>
    </message>
    <message>
        <source>this model has no output layer, so it gives no answer that it could learn from; give it a decoder or the masked-word output</source>
        <translation>这个模型没有输出层，因此给不出可供学习的答案；请给它一个解码器或掩码词输出</translation>
    </message>
    <message>
        <source>the task&apos;s longest sentence has %1 tokens, but the model reads at most %2</source>
        <translation>任务中最长的句子有 %1 个词元，但模型最多读 %2 个</translation>
    </message>
    <message>
        <source>a sentence to learn from has no token</source>
        <translation>用来学习的一个句子没有词元</translation>
    </message>
    <message>
        <source>a sentence has %1 tokens, but the table of positions has %2 rows</source>
        <translation>一个句子有 %1 个词元，但位置表只有 %2 行</translation>
    </message>
    <message>
        <source>token %1 lies outside the vocabulary of %2 tokens, which count from 0</source>
        <translation>词元 %1 不在有 %2 个词元的词表之内（从 0 数起）</translation>
    </message>
    <message>
        <source>a token is of type %1, but the model has %2 token types</source>
        <translation>一个词元的类型是 %1，但模型只有 %2 种词元类型</translation>
    </message>
    <message>
        <source>%1 tokens are asked of a sentence of %2</source>
        <translation>对有 %2 个词元的句子问了 %1 个词元</translation>
    </message>
    <message>
        <source>the model has no %1</source>
        <translation>模型没有 %1</translation>
    </message>
    <message>
        <source>the learning rate is %1, but must be above 0</source>
        <translation>学习率是 %1，但必须大于 0</translation>
    </message>
    <message>
        <source>the steps are %1, but must be at least 1</source>
        <translation>步数是 %1，但至少须为 1</translation>
    </message>
    <message>
        <source>the warm-up is %1 steps, but must be at least 0</source>
        <translation>预热是 %1 步，但至少须为 0</translation>
    </message>
    <message>
        <source>the batch is %1 sentences, but must be between 1 and 65536</source>
        <translation>批量是 %1 个句子，但必须在 1 与 65536 之间</translation>
    </message>
    <message>
        <source>the label smoothing is %1, but must be from 0 to below 1</source>
        <translation>标签平滑是 %1，但必须从 0 到小于 1</translation>
    </message>
    <message>
        <source>the dropout is %1, but must be from 0 to below 1</source>
        <translation>丢弃率是 %1，但必须从 0 到小于 1</translation>
    </message>
    <message>
        <source>β1 is %1, but must be from 0 to below 1</source>
        <translation>β1 是 %1，但必须从 0 到小于 1</translation>
    </message>
    <message>
        <source>β2 is %1, but must be from 0 to below 1</source>
        <translation>β2 是 %1，但必须从 0 到小于 1</translation>
    </message>
    <message>
        <source>the optimiser&apos;s ε is %1, but must be above 0</source>
        <translation>优化器的 ε 是 %1，但必须大于 0</translation>
    </message>
    <message>
        <source>the weight decay is %1, but must be at least 0</source>
        <translation>权重衰减是 %1，但至少须为 0</translation>
    </message>
    <message>
        <source>the clipping norm is %1, but must be at least 0</source>
        <translation>梯度裁剪的范数是 %1，但至少须为 0</translation>
    </message>
    <message>
        <source>In step %1 the loss was no longer finite, so training stopped and went back to step %2; a lower learning rate helps.</source>
        <translation>在第 %1 步损失不再是有限数，因此训练停止并回到第 %2 步；降低学习率会有帮助。</translation>
    </message>
    <message>
        <source>In step %1 the gradient of %2 was no longer finite, so training stopped and went back to step %3; a lower learning rate helps.</source>
        <translation>在第 %1 步 %2 的梯度不再是有限数，因此训练停止并回到第 %3 步；降低学习率会有帮助。</translation>
    </message>
    <message>
        <source>%1 weights are given for a model of %2</source>
        <translation>给了 %1 个权重，但模型有 %2 个</translation>
    </message>
    <message>
        <source>the model has other sizes or another vocabulary than the one that is trained</source>
        <translation>这个模型的尺寸或词表与正在训练的模型不同</translation>
    </message>
    <message>
        <source>add two numbers</source>
        <translation>两数相加</translation>
    </message>
    <message>
        <source>To add two numbers of two digits, digit by digit.</source>
        <translation>把两个两位数逐位相加。</translation>
    </message>
    <message>
        <source>Select a digit of the sum: heads link it to the two digits that it is made of.</source>
        <translation>选中和的一位数字：注意力头把它连到它由之而来的两位数字。</translation>
    </message>
    <message>
        <source>it: the cat or the rug?</source>
        <translation>it：猫还是地毯？</translation>
    </message>
    <message>
        <source>Which of the two nouns “it” means; only the word after “it was” tells.</source>
        <translation>“it” 指两个名词中的哪一个；只有 “it was” 之后的词能说明。</translation>
    </message>
    <message>
        <source>Select “it”: in layer 2 a head links it to the noun that it means.</source>
        <translation>选中 “it”：第 2 层有一个头把它连到它所指的名词。</translation>
    </message>
    <message>
        <source>repeated tokens</source>
        <translation>重复的词元</translation>
    </message>
    <message>
        <source>To go on with a row of letters that is said a second time.</source>
        <translation>一行字母说第二遍时，接着往下说。</translation>
    </message>
    <message>
        <source>Select a letter of the repetition: a head of layer 2 links it to what followed it the first time.</source>
        <translation>选中重复部分的一个字母：第 2 层有一个头把它连到它第一次出现后面的字母。</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>倒序</translation>
    </message>
    <message>
        <source>To write a row of letters backwards.</source>
        <translation>把一行字母倒着写。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: a stripe from the top right to the bottom left.</source>
        <translation>交叉注意力的热力图：一条从右上到左下的斜纹。</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>抄写</translation>
    </message>
    <message>
        <source>To write a row of letters again.</source>
        <translation>把一行字母再写一遍。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: a stripe from the top left to the bottom right.</source>
        <translation>交叉注意力的热力图：一条从左上到右下的斜纹。</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>To write a row of letters in alphabetical order.</source>
        <translation>把一行字母按字母表顺序写。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: each row points at the letter that comes next.</source>
        <translation>交叉注意力的热力图：每一行指向接下来的字母。</translation>
    </message>
    <message>
        <source>a drawing has at most %1 rows, %2 columns and %3 arrows</source>
        <translation>一幅图最多 %1 行、%2 列、%3 个箭头</translation>
    </message>
    <message>
        <source>the box &quot;%1&quot; is there twice</source>
        <translation>方框“%1”出现了两次</translation>
    </message>
    <message>
        <source>an arrow names &quot;%1&quot;, which is no box in a row above it</source>
        <translation>箭头提到“%1”，但上面各行里没有这个方框</translation>
    </message>
    <message>
        <source>an arrow goes from &quot;%1&quot; to itself</source>
        <translation>有一个箭头从“%1”指向它自己</translation>
    </message>
    <message>
        <source>a matrix holds numbers, and &quot;%1&quot; is none</source>
        <translation>矩阵里只能是数，而“%1”不是数</translation>
    </message>
    <message>
        <source>the row &quot;%1&quot; of a matrix has no numbers</source>
        <translation>矩阵的“%1”行没有数</translation>
    </message>
    <message>
        <source>boxes take no values in braces</source>
        <translation>方框图里不能用花括号里的值</translation>
    </message>
    <message>
        <source>the drawing has no boxes</source>
        <translation>图里没有方框</translation>
    </message>
    <message>
        <source>the row &quot;%1&quot; of a matrix has %2 numbers, but %3 are needed</source>
        <translation>矩阵的“%1”行有 %2 个数，应有 %3 个</translation>
    </message>
    <message>
        <source>the matrix has no rows</source>
        <translation>矩阵没有行</translation>
    </message>
    <message>
        <source>the formula has a &quot;%1&quot; that nothing opens or needs</source>
        <translation>公式里有一个多余的“%1”</translation>
    </message>
    <message>
        <source>the formula is empty</source>
        <translation>公式是空的</translation>
    </message>
    <message>
        <source>the formula has a &quot;/&quot; without something on both sides</source>
        <translation>公式里有一个“/”，但两边缺东西</translation>
    </message>
    <message>
        <source>the formula has a &quot;^&quot; or a &quot;_&quot; with nothing behind it</source>
        <translation>公式里有一个“^”或“_”，后面什么也没有</translation>
    </message>
    <message>
        <source>the formula has a &quot;(&quot; that is not closed</source>
        <translation>公式里有一个“(”没有关闭</translation>
    </message>
    <message>
        <source>the formula has a quotation mark without a second one</source>
        <translation>公式里有一个引号没有配对</translation>
    </message>
    <message>
        <source>the formula has a root with nothing behind it</source>
        <translation>公式里有一个根号，后面什么也没有</translation>
    </message>
    <message>
        <source>the formula has more than %1 characters</source>
        <translation>公式超过了 %1 个字符</translation>
    </message>
    <message>
        <source>a formula takes no values in braces</source>
        <translation>公式里不能用花括号里的值</translation>
    </message>
    <message>
        <source>line %1: the drawing &quot;%2&quot; is not closed by a brace</source>
        <translation>第 %1 行：图“%2”没有用花括号关闭</translation>
    </message>
    <message>
        <source>line %1: a drawing stands inside another</source>
        <translation>第 %1 行：一幅图里又有一幅图</translation>
    </message>
    <message>
        <source>line %1: the drawing &quot;%2&quot; does not begin its line</source>
        <translation>第 %1 行：图“%2”不在行首</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 must be a whole number from 0, not %2</source>
        <translation>%1 必须是从 0 起的整数，而不是 %2</translation>
    </message>
    <message>
        <source>names of weights</source>
        <translation>权重的名称</translation>
    </message>
    <message>
        <source>%1 must name weights of this model, or &quot;%2&quot;, not %3</source>
        <translation>%1 必须是这个模型的权重的名称或“%2”，而不是 %3</translation>
    </message>
    <message>
        <source>%1 has %2 numbers, but %3 has %4</source>
        <translation>%1 有 %2 个数，但 %3 有 %4 个</translation>
    </message>
    <message>
        <source>%1 holds %2, which is beyond the range of numbers</source>
        <translation>%1 含有 %2，超出了数的范围</translation>
    </message>
    <message>
        <source>%1 holds %2, but must hold whole numbers in rising order from %3 to task.step, %4</source>
        <translation>%1 含有 %2，但必须是从 %3 到 task.step（%4）的递增整数</translation>
    </message>
    <message>
        <source>a number from 0 to below 1</source>
        <translation>从 0 到小于 1 的数</translation>
    </message>
    <message>
        <source>training has no option &quot;%1&quot;%2</source>
        <translation>训练没有选项“%1”%2</translation>
    </message>
    <message>
        <source>The task “%1” asks about words of the sentence itself, which takes an encoder alone; take the model that the task wants.</source>
        <translation>任务“%1”问的是句子本身的词，需要单独的编码器；请用该任务要的模型。</translation>
    </message>
    <message>
        <source>The task “%1” goes on with a sentence, which takes a decoder alone; take the model that the task wants.</source>
        <translation>任务“%1”要续写句子，需要单独的解码器；请用该任务要的模型。</translation>
    </message>
    <message>
        <source>The task “%1” turns one sentence into another, which takes an encoder and a decoder; take the model that the task wants.</source>
        <translation>任务“%1”把一个句子变成另一个，需要编码器和解码器；请用该任务要的模型。</translation>
    </message>
    <message>
        <source>The decoder&apos;s mask is not causal, so each token would see the one that it is to give; set decoder_mask to causal.</source>
        <translation>解码器的掩码不是因果的，每个词元会看到它要给出的那个；请把 decoder_mask 设为 causal。</translation>
    </message>
    <message>
        <source>The task “%1” cannot train this model: %2.</source>
        <translation>任务“%1”不能训练这个模型：%2。</translation>
    </message>
    <message>
        <source>mask is an empty text, but a token has at least one character</source>
        <translation>mask 是空文本，但词元至少有一个字符</translation>
    </message>
    <message>
        <source>line %1 %2</source>
        <translation>第 %1 行%2</translation>
    </message>
    <message>
        <source>is empty; take it out</source>
        <translation>是空的；请去掉它</translation>
    </message>
    <message>
        <source>is longer than %1 bytes; break it up</source>
        <translation>超过 %1 个字节；请分成几行</translation>
    </message>
    <message>
        <source>is not UTF-8 text; save the file as UTF-8</source>
        <translation>不是 UTF-8 文本；请把文件存为 UTF-8</translation>
    </message>
    <message>
        <source>has no tab between source and target</source>
        <translation>在源句和目标句之间没有制表符</translation>
    </message>
    <message>
        <source>has more than one tab; one stands between source and target</source>
        <translation>有不止一个制表符；源句和目标句之间只有一个</translation>
    </message>
    <message>
        <source>has a text of which no token is left</source>
        <translation>有一段不剩任何词元的文本</translation>
    </message>
    <message>
        <source>has %1 tokens, but a sentence to learn from has at most %2; break it up</source>
        <translation>有 %1 个词元，但学习用的句子最多 %2 个；请分成几行</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, which is not among the %2 tokens of the model&apos;s vocabulary</source>
        <translation>“%1”，它不在模型词表的 %2 个词元之中</translation>
    </message>
    <message>
        <source>has %1</source>
        <translation>有%1</translation>
    </message>
    <message>
        <source>is learned with %1</source>
        <translation>学习时要用%1</translation>
    </message>
    <message>
        <source>says the same in every line, but needs one sentence to learn from and one to be asked</source>
        <translation>每行都一样，但需要一个句子来学，一个句子来问</translation>
    </message>
    <message>
        <source>needs two lines at least: a sentence to learn from, and one to be asked</source>
        <translation>至少需要两行：一个句子来学，一个句子来问</translation>
    </message>
    <message>
        <source>your own pairs</source>
        <translation>自己的句对</translation>
    </message>
    <message>
        <source>To write the second text of each line of your file, given the first.</source>
        <translation>根据文件每行的第一段文本写出第二段。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: which words of the source each word of the target looks at.</source>
        <translation>交叉注意力的热力图：目标句的每个词看源句的哪些词。</translation>
    </message>
    <message>
        <source>your own sentences</source>
        <translation>自己的句子</translation>
    </message>
    <message>
        <source>To go on with the sentences of your file, word by word.</source>
        <translation>逐词续写文件中的句子。</translation>
    </message>
    <message>
        <source>Output: what the model expects after each word.</source>
        <translation>输出：模型认为每个词之后是什么。</translation>
    </message>
    <message>
        <source>your own sentences, words masked</source>
        <translation>自己的句子，掩去词</translation>
    </message>
    <message>
        <source>To guess words of your file&apos;s sentences that are masked.</source>
        <translation>猜出文件的句子中被掩去的词。</translation>
    </message>
    <message>
        <source>Type the mask in place of a word: the output shows what the model expects there.</source>
        <translation>在一个词的位置上输入掩码：输出显示模型认为那里是什么。</translation>
    </message>
    <message>
        <source>the embedding of this trained model stays in its file, so its vocabulary cannot become the task&apos;s; learn from a file of your own, or take a model without a checkpoint</source>
        <translation>这个训练好的模型的嵌入留在它的文件中，因此它的词表不能变成任务的；请从自己的文件学习，或使用没有检查点的模型</translation>
    </message>
    <message>
        <source>The embedding and the output table of this trained model stay in their file and are not trained; its layers are.</source>
        <translation>这个训练好的模型的嵌入和输出表留在它们的文件中，不参加训练；它的各层参加训练。</translation>
    </message>
    <message>
        <source>tied_output is for models without a checkpoint: whether the output layer of this one is its embedding is said by its own files</source>
        <translation>tied_output 用于没有检查点的模型：此模型的输出层是否就是词嵌入，由它自己的文件说明</translation>
    </message>
    <message>
        <source>is no file that could be read line by line</source>
        <translation>不是可以逐行读取的文件</translation>
    </message>
    <message>
        <source>was not read to its end</source>
        <translation>未读到末尾</translation>
    </message>
    <message>
        <source>has no word that could be masked</source>
        <translation>没有可以掩蔽的词</translation>
    </message>
    <message>
        <source>the columns of its output layer stand for other words than the task&apos;s</source>
        <translation>其输出层的各列代表的词与任务的不同</translation>
    </message>
    <message>
        <source>says no command that made it; pictures of regard export do, unless they were written with --no-metadata</source>
        <translation>没有写明制作它的命令；regard export 的图片都写有命令，除非加了 --no-metadata</translation>
    </message>
    <message>
        <source>is damaged: its command is no list of arguments</source>
        <translation>已损坏：其中的命令不是参数列表</translation>
    </message>
    <message>
        <source>this figure has no film; choose another one</source>
        <translation>这幅图没有影片，请选择另一幅</translation>
    </message>
    <message>
        <source>there is not enough memory for a film of this size; choose a smaller one</source>
        <translation>内存不足以制作这么大的影片，请选择较小的尺寸</translation>
    </message>
    <message>
        <source>the film would be %1 × %2 pixels, but a side may have 1 to %3; choose a smaller size or resolution</source>
        <translation>影片将为 %1 × %2 像素，但每边只能有 1 到 %3；请选择较小的尺寸或分辨率</translation>
    </message>
    <message>
        <source>%1 recurrent needs %2 of at least 1, not 0</source>
        <translation>%1 为 recurrent 时 %2 至少为 1，不能是 0</translation>
    </message>
    <message>
        <source>directions 2 divide d_model between them, so d_model must be even, not %1</source>
        <translation>directions 为 2 时二者平分 d_model，所以 d_model 必须是偶数，不能是 %1</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 and a context of %2 numbers need</source>
        <translation>%1 和 %2 个数的上下文需要</translation>
    </message>
    <message>
        <source>a head&apos;s w_g is %1 × %2, but d_key %3 needs %3 × %3</source>
        <translation>一个头的 w_g 是 %1 × %2，但 d_key %3 需要 %3 × %3</translation>
    </message>
    <message>
        <source>the states of %1</source>
        <translation>%1 的状态</translation>
    </message>
    <message>
        <source>the mean cannot stand in place of what %1 gives, because each step needs it before the later ones are computed; take zero or uniform</source>
        <translation>平均值不能代替 %1 的输出，因为每一步在后面各步算出之前就需要它；请用 zero 或 uniform</translation>
    </message>
    <message>
        <source>%1 belongs to an attention, but the %2 is recurrent; name a state, from 1</source>
        <translation>%1 属于注意力，但 %2 是循环的；请从 1 起指定一个状态</translation>
    </message>
    <message>
        <source>%1 must be &quot;zero&quot;, which is all that can stand in place of a state</source>
        <translation>%1 必须是 &quot;zero&quot;，只有零可以代替状态</translation>
    </message>
    <message>
        <source>%1 is &quot;backward&quot;, but the %2 goes forward alone</source>
        <translation>%1 是 &quot;backward&quot;，但 %2 只正向运行</translation>
    </message>
    <message>
        <source>%1 belongs to a recurrent encoder or decoder; leave it out</source>
        <translation>%1 属于循环的编码器或解码器；请去掉它</translation>
    </message>
    <message>
        <source>dates</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>To write a date as year, month and day, from a dozen ways of writing one.</source>
        <translation>把十二种写法的日期写成年、月、日。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: digits of the answer point at what they are made of.</source>
        <translation>交叉注意力的热力图：答案的数字指向它们的来源。</translation>
    </message>
    <message>
        <source>reverse, long</source>
        <translation>倒序，长</translation>
    </message>
    <message>
        <source>To write a row of letters backwards, of up to 40 letters.</source>
        <translation>把最多 40 个字母的一行倒着写。</translation>
    </message>
    <message>
        <source>Heatmap of the cross-attention: each letter of the answer finds its own, however long the row is.</source>
        <translation>交叉注意力的热力图：无论一行多长，答案的每个字母都找到自己对应的字母。</translation>
    </message>
    <message>
        <source>Transformer</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <source>the model has no cells %1</source>
        <translation>该模型没有循环单元 %1</translation>
    </message>
    <message>
        <source>%1 holds %2, but must hold shares from 0 to 1</source>
        <translation>%1 中有 %2，但只能是 0 到 1 的比例</translation>
    </message>
    <message>
        <source>what models know of each length</source>
        <translation>各模型在每个长度上学会了多少</translation>
    </message>
    <message>
        <source>%1 holds %2, but must hold whole numbers in rising order from 1</source>
        <translation>%1 中有 %2，但必须是从 1 起递增的整数</translation>
    </message>
    <message>
        <source>this is no recovery file</source>
        <translation>这不是恢复文件</translation>
    </message>
    <message>
        <source>a newer Regard wrote it</source>
        <translation>它由更新版本的 Regard 写成</translation>
    </message>
    <message>
        <source>the pinned state is missing</source>
        <translation>缺少固定的状态</translation>
    </message>
    <message>
        <source>base must name a file beside it</source>
        <translation>base 必须是旁边的一个文件的名称</translation>
    </message>
    <message>
        <source>it has no states</source>
        <translation>其中没有状态</translation>
    </message>
    <message>
        <source>cells names %1, which the model does not have</source>
        <translation>cells 中的 %1 不在模型中</translation>
    </message>
    <message>
        <source>cells of %1 lie outside the matrix</source>
        <translation>%1 的 cells 超出了矩阵</translation>
    </message>
    <message>
        <source>a recovery file</source>
        <translation>恢复文件</translation>
    </message>
    <message>
        <source>the weights that the model would draw need %1, but only %2 are free; close other programs, or make the model smaller</source>
        <translation>模型要生成的权重需要 %1，但只有 %2 可用；请关闭其他程序，或减小模型</translation>
    </message>
    <message>
        <source>sentences of %1 and %2 tokens need %3 for %4, but only %5 are free; close other programs, shorten them, or take fewer heads or layers</source>
        <translation>%1 个和 %2 个词元的句子在 %4 时需要 %3，但只有 %5 可用；请关闭其他程序、缩短句子，或减少头数或层数</translation>
    </message>
    <message>
        <source>the key %1 stands twice in the metadata</source>
        <translation>元数据中键 %1 出现两次</translation>
    </message>
    <message>
        <source>%1 in the metadata: %2</source>
        <translation>元数据中的 %1：%2</translation>
    </message>
    <message>
        <source>version %1 is not supported, only 1</source>
        <translation>不支持版本 %1，只支持 1</translation>
    </message>
    <message>
        <source>holds a comparison of two states (pinned, difference), which is not opened: export each state by itself, and compare the two files</source>
        <translation>是两个状态的比较（pinned、difference），不能打开：请分别导出每个状态，再比较两个文件</translation>
    </message>
    <message>
        <source>has tokens beside its list of sentences, each of which has its own</source>
        <translation>在句子列表之外还有词元，而每个句子都有自己的词元</translation>
    </message>
    <message>
        <source>%1 must be a list of objects, not %2</source>
        <translation>%1 必须是对象的列表，而不是%2</translation>
    </message>
    <message>
        <source>%1 must be an object with the key &quot;prefix&quot;: what stands before the names of its tensors</source>
        <translation>%1 必须是带有键 &quot;prefix&quot; 的对象：它写在其张量名称之前</translation>
    </message>
    <message>
        <source>%1 has the prefix %2, which another sentence has too</source>
        <translation>%1 的前缀 %2 与另一个句子相同</translation>
    </message>
    <message>
        <source>the tensor %1 has no name that a trace knows, such as encoder.0.self.weights or decoder.0.cross.weights</source>
        <translation>张量 %1 的名称不是追踪所用的，例如 encoder.0.self.weights 或 decoder.0.cross.weights</translation>
    </message>
    <message>
        <source>does not say that it holds attention: it has no key &quot;format&quot; of &quot;regard-trace&quot;</source>
        <translation>没有说明它保存注意力：没有值为 &quot;regard-trace&quot; 的键 &quot;format&quot;</translation>
    </message>
    <message>
        <source>has several sentences, which are read from safetensors alone</source>
        <translation>有多个句子，这只能从 safetensors 读取</translation>
    </message>
    <message>
        <source>a file of attention</source>
        <translation>注意力文件</translation>
    </message>
    <message>
        <source>%1, head %2, row %3</source>
        <translation>%1，第 %2 个头，第 %3 行</translation>
    </message>
    <message>
        <source>(%1 rows of this head are not as they should be)</source>
        <translation>（这个头有 %1 行不合要求）</translation>
    </message>
    <message>
        <source>%1: %2 is no number that a weight can be; the row is left empty</source>
        <translation>%1：%2 不是权重可取的数；这一行留空</translation>
    </message>
    <message>
        <source>%1: %2 is below 0, so it is no weight; the row is left empty</source>
        <translation>%1：%2 小于 0，不是权重；这一行留空</translation>
    </message>
    <message>
        <source>%1: a key after the query has the weight %2, but the file says that they are masked</source>
        <translation>%1：查询之后的一个键有权重 %2，但文件说它们被掩去</translation>
    </message>
    <message>
        <source>%1: the weights sum to %2, not to 1</source>
        <translation>%1：权重的和是 %2，而不是 1</translation>
    </message>
    <message>
        <source>has in head %1, row %2 a number that is no score</source>
        <translation>第 %1 个头第 %2 行有一个不是得分的数</translation>
    </message>
    <message>
        <source>must be a list of objects, not %1</source>
        <translation>必须是对象的列表，而不是%1</translation>
    </message>
    <message>
        <source>must be an object with the key &quot;name&quot;</source>
        <translation>必须是带有键 &quot;name&quot; 的对象</translation>
    </message>
    <message>
        <source>must have under &quot;heads&quot; a list of objects, not %1</source>
        <translation>的 &quot;heads&quot; 下必须是对象的列表，而不是%1</translation>
    </message>
    <message>
        <source>is nothing that a head of a trace has</source>
        <translation>不是追踪中的头所有的</translation>
    </message>
    <message>
        <source>is missing in head %1, which the others have</source>
        <translation>在第 %1 个头中缺少，而其他头有</translation>
    </message>
    <message>
        <source>has another size in head %1 than in the first</source>
        <translation>在第 %1 个头中的大小与第一个头不同</translation>
    </message>
    <message>
        <source>is no name of a trace&apos;s numbers</source>
        <translation>不是追踪中数值的名称</translation>
    </message>
    <message>
        <source>stands twice</source>
        <translation>出现两次</translation>
    </message>
    <message>
        <source>must be a list of rows of numbers, not %1</source>
        <translation>必须是由数组成的行的列表，而不是%1</translation>
    </message>
    <message>
        <source>, row %1,</source>
        <translation>，第 %1 行，</translation>
    </message>
    <message>
        <source>must be a list of %1 numbers, not %2</source>
        <translation>必须是 %1 个数的列表，而不是%2</translation>
    </message>
    <message>
        <source>must be a list of texts, not %1</source>
        <translation>必须是文本的列表，而不是%1</translation>
    </message>
    <message>
        <source>has the position %1 twice</source>
        <translation>的位置 %1 出现两次</translation>
    </message>
    <message>
        <source>has %1 entries, but there are %2 tokens</source>
        <translation>有 %1 项，但词元有 %2 个</translation>
    </message>
    <message>
        <source>must be one of %1, not %2</source>
        <translation>必须是 %1 之一，而不是 %2</translation>
    </message>
    <message>
        <source>must hold texts in quotes, not %1</source>
        <translation>必须是引号中的文本，而不是%1</translation>
    </message>
    <message>
        <source>must hold whole numbers from %1 to %2, not %3</source>
        <translation>必须是从 %1 到 %2 的整数，而不是 %3</translation>
    </message>
    <message>
        <source>must be true or false, not %1</source>
        <translation>必须是 true 或 false，而不是%1</translation>
    </message>
    <message>
        <source>must be a list of whole numbers, not %1</source>
        <translation>必须是整数的列表，而不是%1</translation>
    </message>
    <message>
        <source>must be a list of whole numbers, but holds %1</source>
        <translation>必须是整数的列表，但其中有%1</translation>
    </message>
    <message>
        <source>has %1 tokens, but at most %2 can be shown</source>
        <translation>有 %1 个词元，但最多能显示 %2 个</translation>
    </message>
    <message>
        <source>holds no attention: it has no tensor %1, nor one of the decoder</source>
        <translation>没有注意力：没有张量 %1，也没有解码器的</translation>
    </message>
    <message>
        <source>the tensor %1 is missing: every layer up to the last one must be there</source>
        <translation>缺少张量 %1：直到最后一层，每一层都必须有</translation>
    </message>
    <message>
        <source>is %1, but weights are heads × queries × keys</source>
        <translation>是 %1，但权重是 头 × 查询 × 键</translation>
    </message>
    <message>
        <source>has %1 heads, but there may be 1 to %2</source>
        <translation>有 %1 个头，但可以有 1 到 %2 个</translation>
    </message>
    <message>
        <source>has %1 heads, but %2 has %3: layers of different numbers of heads are not shown</source>
        <translation>有 %1 个头，但 %2 有 %3 个：头数不同的层不能显示</translation>
    </message>
    <message>
        <source>%1 tokens ask and %2 are asked</source>
        <translation>%1 个词元提问，%2 个被问</translation>
    </message>
    <message>
        <source>there are %1 tokens</source>
        <translation>词元有 %1 个</translation>
    </message>
    <message>
        <source>is %1, but %2: it must be %3</source>
        <translation>是 %1，但%2：必须是 %3</translation>
    </message>
    <message>
        <source>is missing: the list of the sentence&apos;s tokens</source>
        <translation>缺少：句子的词元列表</translation>
    </message>
    <message>
        <source>is %1; leave out its first dimension, so that it is one sentence&apos;s of a batch</source>
        <translation>是 %1；请去掉第一维，使它只是一批中的一个句子</translation>
    </message>
    <message>
        <source>is %1, but the tensors of a trace have two or three dimensions</source>
        <translation>是 %1，但追踪的张量有两维或三维</translation>
    </message>
    <message>
        <source>is %1, but one matrix may have %2 numbers at most</source>
        <translation>是 %1，但一个矩阵最多有 %2 个数</translation>
    </message>
    <message>
        <source>the tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>the file of attention %1 is not there: the project was saved with %2 and finds no hash in its place; put the file back, or write under attention.file where it is now</source>
        <translation>注意力文件 %1 不在那里：项目保存时是 %2，而那里没有哈希；请把文件放回，或在 attention.file 下写出它现在的位置</translation>
    </message>
    <message>
        <source>the file of attention %1 has changed: the project was saved with %2, and the file has %3 now; put back the file that it was, or write the new hash under attention.hash to go on with this one</source>
        <translation>注意力文件 %1 已改变：项目保存时是 %2，文件现在是 %3；请放回原来的文件，或在 attention.hash 下写入新的哈希以使用现在的</translation>
    </message>
    <message>
        <source>sentence counts the sentences of a file of attention, but the project names none</source>
        <translation>sentence 数的是注意力文件的句子，但项目没有指明文件</translation>
    </message>
    <message>
        <source>%1 belongs to a model, but the attention of this project is that of a file</source>
        <translation>%1 属于模型，但这个项目的注意力来自文件</translation>
    </message>
    <message>
        <source>sentence must be a whole number from 1 to %1, not %2</source>
        <translation>sentence 必须是从 1 到 %1 的整数，而不是 %2</translation>
    </message>
    <message>
        <source>cells of %1 hold %2, which is beyond the range of numbers</source>
        <translation>%1 的单元格中有 %2，超出了数的范围</translation>
    </message>
    <message>
        <source>a sentence of %1 tokens needs %2 for %3, but only %4 are free; close other programs, shorten it, or take fewer heads or layers</source>
        <translation>%1 个词元的句子在 %3 时需要 %2，但只有 %4 可用；请关闭其他程序、缩短句子，或减少头数或层数</translation>
    </message>
    <message>
        <source>does not say that it holds attention: its metadata has no format &quot;regard-attention&quot;, and it is in no folder of a model</source>
        <translation>没有说明自己含有注意力：元数据中没有 format “regard-attention”，它也不在模型的文件夹中</translation>
    </message>
    <message>
        <source>%1: a masked token has the weight %2</source>
        <translation>%1：一个被掩去的词元有权重 %2</translation>
    </message>
    <message>
        <source>is a Git LFS pointer, not the file itself: run git lfs pull in that folder</source>
        <translation>是 Git LFS 指针，不是文件本身：请在那个文件夹中运行 git lfs pull</translation>
    </message>
    <message>
        <source>is an HTML page, not the file itself: download the file again, on the Hugging Face Hub by its download link (/resolve/ in place of /blob/)</source>
        <translation>是 HTML 网页，不是文件本身：请重新下载该文件，在 Hugging Face Hub 上请用它的下载链接（/resolve/ 而不是 /blob/）</translation>
    </message>
    <message>
        <source>is a GGUF file, which is not read: open the folder of the model that it was made from, with its config.json and model.safetensors</source>
        <translation>是 GGUF 文件，不能读取：请打开它的原模型的文件夹，其中有 config.json 和 model.safetensors</translation>
    </message>
    <message>
        <source>has several snapshots of a model, and its refs/main names none of them; open one of the folders in snapshots</source>
        <translation>含有模型的多个快照，而 refs/main 没有指明其中任何一个；请打开 snapshots 中的某个文件夹</translation>
    </message>
    <message>
        <source>model_type is %1, which is not read; those that are: %2; attention that a model computes in Python can be shown all the same, by regard.show(outputs, tokens)</source>
        <translation>model_type 是 %1，不能读取；能读取的有：%2；模型在 Python 中算出的注意力仍然可以显示：regard.show(outputs, tokens)</translation>
    </message>
    <message>
        <source>; the names of all its tensors begin with %1</source>
        <translation>；其中所有张量的名称都以 %1 开头</translation>
    </message>
    <message>
        <source>the files have no tensor %1</source>
        <translation>文件中没有张量 %1</translation>
    </message>
    <message>
        <source>the tensor %1 is %2, but the model needs %3</source>
        <translation>张量 %1 的大小是 %2，而模型需要 %3</translation>
    </message>
    <message>
        <source>%1 is not known here; %2 in its place reads what the folder has: %3</source>
        <translation>这里不认识 %1；换成 %2 就能读取文件夹中的文件：%3</translation>
    </message>
    <message>
        <source>; %1 as tokenizer_class in tokenizer_config.json reads what the folder has: %2</source>
        <translation>；在 tokenizer_config.json 中把 tokenizer_class 写成 %1，就能读取文件夹中的文件：%2</translation>
    </message>
    <message>
        <source>%1 does not go with the model of tokenizer.json, which is %2; %3 in its place reads it</source>
        <translation>%1 与 tokenizer.json 中的模型不符，后者是 %2；换成 %3 就能读取</translation>
    </message>
    <message>
        <source>%1 without attention</source>
        <translation>不带注意力的 %1</translation>
    </message>
    <message>
        <source>%1 with attention (Bahdanau)</source>
        <translation>带注意力的 %1（Bahdanau）</translation>
    </message>
    <message>
        <source>a caption is one paragraph, without line breaks</source>
        <translation>图注是一个段落，不能换行</translation>
    </message>
    <message>
        <source>a caption holds words and values, and no drawing, list or table</source>
        <translation>图注只有文字和值，没有图、列表和表格</translation>
    </message>
    <message>
        <source>%1 characters are too many for a caption, which holds %2 words or %3 Chinese characters</source>
        <translation>图注不能有 %1 个字，最多 %2 个英语单词或 %3 个汉字</translation>
    </message>
    <message>
        <source>%1 words are too many for a caption, which holds %2 words or %3 Chinese characters</source>
        <translation>图注不能有 %1 个单词，最多 %2 个英语单词或 %3 个汉字</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which needs a model with a decoder</source>
        <translation>%1 是“%2”，这需要有解码器的模型</translation>
    </message>
    <message>
        <source>is a zip archive, not the file itself: unpack it, or, if PyTorch wrote it, name it pytorch_model.bin</source>
        <translation>是 zip 压缩包，而不是文件本身：请解压；如果是 PyTorch 写的，请改名为 pytorch_model.bin</translation>
    </message>
    <message>
        <source>transformers_weights names %1 as the file of the weights, which go by the name model.safetensors or pytorch_model.bin here: give them that name and take the key out</source>
        <translation>transformers_weights 把 %1 指定为权重文件，而这里的权重文件名是 model.safetensors 或 pytorch_model.bin：请改用这个名称，并去掉这个键</translation>
    </message>
    <message>
        <source>has no weights: neither model.safetensors nor pytorch_model.bin, nor the index of either&apos;s shards</source>
        <translation>没有权重：既没有 model.safetensors，也没有 pytorch_model.bin，也没有两者分片的索引</translation>
    </message>
    <message>
        <source>the tensor %1 has the dtype %2; weights are read from F64, F32, F16 and BF16</source>
        <translation>张量 %1 的类型是 %2；权重只能从 F64、F32、F16 和 BF16 读取</translation>
    </message>
    <message>
        <source>has the dtype %1; weights are read from F64, F32, F16 and BF16</source>
        <translation>的类型是 %1；权重只能从 F64、F32、F16 和 BF16 读取</translation>
    </message>
    <message>
        <source>its pickle is damaged near byte %1</source>
        <translation>其 pickle 在第 %1 字节附近损坏</translation>
    </message>
    <message>
        <source>its pickle ends in the middle; it may not be complete</source>
        <translation>其 pickle 中途结束；它可能不完整</translation>
    </message>
    <message>
        <source>its pickle has more than the %1 bytes that are read</source>
        <translation>其 pickle 超过可读取的 %1 字节</translation>
    </message>
    <message>
        <source>its pickle has more than the %1 values that are read</source>
        <translation>其 pickle 超过可读取的 %1 个值</translation>
    </message>
    <message>
        <source>refers to %1, which is not part of plain weights; nothing of it was run. Save the model&apos;s state_dict() alone, or the model as safetensors</source>
        <translation>引用了 %1，它不属于单纯的权重；其中什么也没有执行。请只保存模型的 state_dict()，或把模型存为 safetensors</translation>
    </message>
    <message>
        <source>has a storage that is a part of another, as PyTorch before 0.4 wrote them, which is not read; load and save the model with a newer PyTorch</source>
        <translation>含有作为另一存储一部分的存储（PyTorch 0.4 之前的写法），这种不读取；请用较新的 PyTorch 载入并重新保存模型</translation>
    </message>
    <message>
        <source>has a tensor of more than %1 dimensions</source>
        <translation>含有超过 %1 维的张量</translation>
    </message>
    <message>
        <source>has a tensor whose numbers are to be negated or conjugated, which is not read</source>
        <translation>含有数值需要取负或取共轭的张量，这种不读取</translation>
    </message>
    <message>
        <source>has a pickle of protocol %1; PyTorch writes protocol 2 unless told otherwise, and only that is read</source>
        <translation>含有协议 %1 的 pickle；PyTorch 默认写协议 2，也只读取这一种</translation>
    </message>
    <message>
        <source>its pickle has the instruction %1 at byte %2, which plain weights do not need</source>
        <translation>其 pickle 在第 %2 字节处有指令 %1，单纯的权重不需要它</translation>
    </message>
    <message>
        <source>byteorder in the archive is %1, neither little nor big</source>
        <translation>归档中的 byteorder 是 %1，既不是 little 也不是 big</translation>
    </message>
    <message>
        <source>is a zip archive without data.pkl, so it holds no weights that PyTorch wrote</source>
        <translation>是没有 data.pkl 的 zip 归档，因此不含 PyTorch 写的权重</translation>
    </message>
    <message>
        <source>is of another version of the older PyTorch format than %1</source>
        <translation>属于旧 PyTorch 格式，但版本不是 %1</translation>
    </message>
    <message>
        <source>the list of its storages does not fit its tensors</source>
        <translation>其存储的列表与张量不符</translation>
    </message>
    <message>
        <source>ends before its last numbers; it may not be complete</source>
        <translation>在最后的数值之前就结束了；它可能不完整</translation>
    </message>
    <message>
        <source>holds something other than a state dict, which gives each tensor its name</source>
        <translation>其中不是给每个张量命名的状态字典</translation>
    </message>
    <message>
        <source>the tensor %1 is %2 from number %3 on with strides %4, but its storage has only %5 numbers</source>
        <translation>张量 %1 为 %2，从第 %3 个数值开始，步幅为 %4，但它的存储只有 %5 个数值</translation>
    </message>
    <message>
        <source>has no storage %1, which holds the tensor %2</source>
        <translation>没有存放张量 %2 的存储 %1</translation>
    </message>
    <message>
        <source>the storage %1 of the tensor %2 has %3 bytes, but %4 numbers of %5 bytes were announced</source>
        <translation>张量 %2 的存储 %1 有 %3 字节，但声明的是 %4 个 %5 字节的数值</translation>
    </message>
    <message>
        <source>is no file that PyTorch&apos;s torch.save writes: neither a zip archive nor the older format</source>
        <translation>不是 PyTorch 的 torch.save 写的文件：既不是 zip 归档，也不是旧格式</translation>
    </message>
    <message>
        <source>has under %1 something other than a tensor, so it is no state dict of a model</source>
        <translation>%1 之下不是张量，因此它不是模型的状态字典</translation>
    </message>
    <message>
        <source>the tensor %1 stands twice in the file</source>
        <translation>张量 %1 在文件中出现两次</translation>
    </message>
    <message>
        <source>the zip archive&apos;s list of its files is damaged</source>
        <translation>zip 归档的文件列表已损坏</translation>
    </message>
    <message>
        <source>is a zip archive without the list of files at its end; it may not be complete</source>
        <translation>是 zip 归档，但末尾没有文件列表；它可能不完整</translation>
    </message>
    <message>
        <source>the zip archive&apos;s list of its files has %1 bytes, more than the %2 that are read</source>
        <translation>zip 归档的文件列表有 %1 字节，超过可读取的 %2 字节</translation>
    </message>
    <message>
        <source>the file %1 in the archive is encrypted</source>
        <translation>归档中的文件 %1 已加密</translation>
    </message>
    <message>
        <source>the file %1 in the archive is compressed (method %2); PyTorch stores files as they are, so another program packed it: unpack it and save the model again</source>
        <translation>归档中的文件 %1 经过压缩（方法 %2）；PyTorch 原样存放文件，所以它是别的程序打包的：请解压并重新保存模型</translation>
    </message>
    <message>
        <source>the file %1 stands twice in the archive</source>
        <translation>文件 %1 在归档中出现两次</translation>
    </message>
    <message>
        <source>its table of replacements is not a complete one</source>
        <translation>它的替换表不完整</translation>
    </message>
    <message>
        <source>%1 in the expression %2 is not supported</source>
        <translation>不支持表达式 %2 中的 %1</translation>
    </message>
    <message>
        <source>the expression %1 takes too long to match this text</source>
        <translation>表达式 %1 匹配这段文本所需的时间太长</translation>
    </message>
    <message>
        <source>%1 is not known here</source>
        <translation>这里不认识 %1</translation>
    </message>
    <message>
        <source>%1 takes piece %2 for unknown characters, but there are only %3 pieces</source>
        <translation>%1 用词片 %2 表示未知字符，但只有 %3 个词片</translation>
    </message>
    <message>
        <source>the vocabulary lacks the token %1 of this language</source>
        <translation>词表没有这种语言的词元 %1</translation>
    </message>
    <message>
        <source>has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with merges.txt, tokenizer.model, spiece.model, spm.model, sentencepiece.bpe.model, or source.spm with target.spm and vocab.json</source>
        <translation>没有分词器：既没有 tokenizer.json，也没有 vocab.txt、vocab.json 加 merges.txt、tokenizer.model、spiece.model、spm.model、sentencepiece.bpe.model，或 source.spm 加 target.spm 和 vocab.json</translation>
    </message>
    <message>
        <source>lacks what the tokenizer class %1 is made of: %2</source>
        <translation>缺少组建分词器类 %1 所需的文件：%2</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>不支持 %1</translation>
    </message>
    <message>
        <source>is not a unigram model, which %1 needs</source>
        <translation>不是 %1 所需的 unigram 模型</translation>
    </message>
    <message>
        <source>is not a list of pieces and their scores</source>
        <translation>不是词片及其分数的列表</translation>
    </message>
    <message>
        <source>is needed here: the library fails at every character that no piece spells</source>
        <translation>在这里是必需的：没有词片能拼出某个字符时，该库会出错</translation>
    </message>
    <message>
        <source>is %1, but there are only %2 pieces</source>
        <translation>是 %1，但只有 %2 个词片</translation>
    </message>
    <message>
        <source>the model &quot;%1&quot; is not supported, but WordPiece, BPE and Unigram are</source>
        <translation>不支持模型“%1”，但支持 WordPiece、BPE 和 Unigram</translation>
    </message>
    <message>
        <source>model.vocab: entry %1 is not a piece and its score</source>
        <translation>model.vocab：第 %1 项不是词片及其分数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one character</source>
        <translation>“%1”不是一个字符</translation>
    </message>
    <message>
        <source>false needs &quot;never&quot; as prepend_scheme</source>
        <translation>为 false 时，prepend_scheme 必须是“never”</translation>
    </message>
    <message>
        <source>is not base64</source>
        <translation>不是 base64</translation>
    </message>
    <message>
        <source>is not a table of replacements, or not a complete one</source>
        <translation>不是替换表，或者不完整</translation>
    </message>
    <message>
        <source>%1 must be a number from 1e-6 to 1e6</source>
        <translation>%1 必须是 1e-6 到 1e6 的数</translation>
    </message>
    <message>
        <source>window_theta must be 0 or a number from 1e-30 to 1e30</source>
        <translation>window_theta 必须是 0，或 1e-30 到 1e30 的数</translation>
    </message>
    <message>
        <source>%1 holds %2 numbers, but there are %3 pairs of rotated columns</source>
        <translation>%1 有 %2 个数，但被旋转的列有 %3 对</translation>
    </message>
    <message>
        <source>rotary_width is %1, but must be even and at most d_key, which is %2</source>
        <translation>rotary_width 是 %1，但它必须是偶数，且不超过 d_key，即 %2</translation>
    </message>
    <message>
        <source>rope_scaling dynamic needs at least 4 rotated columns of each head</source>
        <translation>rope_scaling dynamic 要求每个头至少有 4 列被旋转</translation>
    </message>
    <message>
        <source>rope_scaling llama3 needs a rope_high above rope_low</source>
        <translation>rope_scaling llama3 要求 rope_high 大于 rope_low</translation>
    </message>
    <message>
        <source>rope_scaling yarn needs a rope_theta other than 1</source>
        <translation>rope_scaling yarn 要求 rope_theta 不等于 1</translation>
    </message>
    <message>
        <source>the embedding of &quot;%1&quot; is %2, but %3 %4 needs %5</source>
        <translation>&quot;%1&quot; 的嵌入是 %2，但 %3 %4 需要 %5</translation>
    </message>
    <message>
        <source>%1 is %2, but the rows of the trained embedding have %3 numbers</source>
        <translation>%1 是 %2，但训练好的嵌入的行有 %3 个数</translation>
    </message>
    <message>
        <source>rotary_dim must be a whole number, not null</source>
        <translation>rotary_dim 必须是整数，不能是 null</translation>
    </message>
    <message>
        <source>attention_types must name global or local for each of the %1 layers</source>
        <translation>attention_types 必须为 %1 层中的每一层指明 global 或 local</translation>
    </message>
    <message>
        <source>%1 must be a number above 0</source>
        <translation>%1 必须是大于 0 的数</translation>
    </message>
    <message>
        <source>holds frequencies that are far from those that rope_theta gives</source>
        <translation>所含的频率与 rope_theta 给出的相差太远</translation>
    </message>
    <message>
        <source>%1 has mrope_section; rotary positions of several axes are not computed here</source>
        <translation>%1 有 mrope_section；这里不计算多个轴的旋转位置</translation>
    </message>
    <message>
        <source>%1 asks for rotary positions of the type %2, which are not computed here in a %3 model</source>
        <translation>%1 要求类型为 %2 的旋转位置，这里不计算 %3 模型的这种位置</translation>
    </message>
    <message>
        <source>%1 has no %2, which its type of rotary positions needs</source>
        <translation>%1 没有 %2，而它这种旋转位置需要</translation>
    </message>
    <message>
        <source>%1 of %2 must be a list of numbers from 1e-6 to 1e6</source>
        <translation>%2 的 %1 必须是由 1e-6 到 1e6 的数组成的列表</translation>
    </message>
    <message>
        <source>rope_parameters has %1 beside full_attention and sliding_attention; of an %2 model that is not read</source>
        <translation>rope_parameters 除 full_attention 和 sliding_attention 外还有 %1；这里不读取 %2 模型的这种内容</translation>
    </message>
    <message>
        <source>rope_parameters scales the rotary positions of sliding_attention, which is not computed here</source>
        <translation>rope_parameters 缩放 sliding_attention 的旋转位置，这里不计算</translation>
    </message>
    <message>
        <source>no_rope_layers must be a list with a number for each of the %1 layers</source>
        <translation>no_rope_layers 必须是列表，%1 层各有一个数</translation>
    </message>
    <message>
        <source>layer_types holds %1, which is not computed here; only &quot;full_attention&quot; and &quot;sliding_attention&quot; are</source>
        <translation>layer_types 中有 %1，这里不计算；只计算 &quot;full_attention&quot; 和 &quot;sliding_attention&quot;</translation>
    </message>
    <message>
        <source>layer_types must be a list with a type for each of the %1 layers</source>
        <translation>layer_types 必须是列表，%1 层各有一个类型</translation>
    </message>
    <message>
        <source>layer_types holds &quot;sliding_attention&quot;, but the other keys give the %1 model no window of some layers alone</source>
        <translation>layer_types 中有 &quot;sliding_attention&quot;，但按其他键，%1 模型没有只属于某些层的窗口</translation>
    </message>
    <message>
        <source>sliding_window must be a whole number of tokens in an %1 model</source>
        <translation>在 %1 模型中，sliding_window 必须是整数个词元</translation>
    </message>
    <message>
        <source>is_causal is false beside a sliding_window, which is not computed here</source>
        <translation>is_causal 为 false 而又有 sliding_window，这里不计算</translation>
    </message>
    <message>
        <source>%1 must have exactly one of value, model, view, source and target</source>
        <translation>%1 必须正好有 value、model、view、source 和 target 中的一个</translation>
    </message>
    <message>
        <source>a text of numbers above 0 with spaces between them, such as &quot;%1&quot;</source>
        <translation>由大于 0 的数组成、用空格隔开的文本，例如 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the model has no output layer that could read the stream between layers</source>
        <translation>模型没有可以读出各层之间残差流的输出层</translation>
    </message>
    <message>
        <source>This model has no output layer: it says no next word that parts could speak for.</source>
        <translation>这个模型没有输出层：它不给出下一个词，也就没有可说的构成。</translation>
    </message>
    <message>
        <source>“%1” may not look at “%2”: there is no weight to explain.</source>
        <translation>“%1”不能看“%2”：没有可以解释的权重。</translation>
    </message>
    <message>
        <source>Additive scores are no sum over parts: tanh takes query and key together.</source>
        <translation>加性得分不是各部分之和：tanh 同时作用于查询和键。</translation>
    </message>
    <message>
        <source>The encoder is recurrent: its states come out of gates and are no sum of parts.</source>
        <translation>编码器是循环的：它的状态出自门控，不是各部分之和。</translation>
    </message>
    <message>
        <source>The decoder is recurrent: its states come out of gates and are no sum of parts.</source>
        <translation>解码器是循环的：它的状态出自门控，不是各部分之和。</translation>
    </message>
    <message>
        <source>tied_output true compares %1 with a token&apos;s row, whose embedding_size is %2</source>
        <translation>tied_output 为 true 时把 %1 与词元的行相比较，而该行的 embedding_size 是 %2</translation>
    </message>
    <message>
        <source>%1: attention of token %2 to token %3 is set or cut, but %4 tokens attend to %5</source>
        <translation>%1：设定或切断了词元 %2 对词元 %3 的注意力，但这里是 %4 个词元注意 %5 个词元</translation>
    </message>
    <message>
        <source>%1: token %2 may not attend to token %3, which is masked out or cut, so that this weight cannot be set</source>
        <translation>%1：词元 %2 不能注意词元 %3，它被掩去或切断，所以不能设定这个权重</translation>
    </message>
    <message>
        <source>%1: the weight of token %2 on token %3 must be a number from 0 to 1</source>
        <translation>%1：词元 %2 对词元 %3 的权重必须是 0 到 1 的数</translation>
    </message>
    <message>
        <source>%1: the weights set for token %2 sum to %3, which is more than 1</source>
        <translation>%1：为词元 %2 设定的权重之和是 %3，超过了 1</translation>
    </message>
    <message>
        <source>%1: every weight that token %2 may give is set, but they sum to %3, not 1</source>
        <translation>%1：词元 %2 能给出的每个权重都已设定，但它们的和是 %3，不是 1</translation>
    </message>
    <message>
        <source>its weights need %1 of memory, but only %2 are free; close other programs or take a smaller model</source>
        <translation>它的权重需要 %1 内存，而空闲的只有 %2；请关闭其他程序或换一个较小的模型</translation>
    </message>
    <message>
        <source>has %1 rows, but %3 of config.json is %2</source>
        <translation>有 %1 行，但 config.json 的 %3 为 %2</translation>
    </message>
    <message>
        <source>%1 must be a number from 0 to 1, not %2</source>
        <translation>%1 必须是 0 到 1 的数，而不是 %2</translation>
    </message>
    <message>
        <source>%1 sets the weight that an entry before it does; leave one out</source>
        <translation>%1 设定的权重前面的条目已设定；请去掉一个</translation>
    </message>
    <message>
        <source>%1 must be a list of different whole numbers from 1 to %2, not %3</source>
        <translation>%1 必须是 1 到 %2 之间互不相同的整数的列表，而不是 %3</translation>
    </message>
    <message>
        <source>%1 cuts what an entry before it does; leave one out</source>
        <translation>%1 切断的连线前面的条目已切断；请去掉一个</translation>
    </message>
    <message>
        <source>that needs a model whose tokenizer marks sentences with languages</source>
        <translation>这需要分词器用语言标记句子的模型</translation>
    </message>
    <message>
        <source>this tokenizer knows %1 languages, but not &quot;%2&quot;</source>
        <translation>这个分词器知道 %1 种语言，但没有“%2”</translation>
    </message>
    <message>
        <source>this tokenizer knows %1 languages, but not &quot;%2&quot;; near it: %3</source>
        <translation>这个分词器知道 %1 种语言，但没有“%2”；相近的有：%3</translation>
    </message>
    <message>
        <source>; from sentencepiece.bpe.model alone the languages would have other ids than the model&apos;s</source>
        <translation>；仅凭 sentencepiece.bpe.model，语言的编号会与模型的不同</translation>
    </message>
    <message>
        <source>source and target of this model have a vocabulary each, which cannot be learned with here</source>
        <translation>这个模型的源句和目标句各有一个词表，这里不能用它学习</translation>
    </message>
    <message>
        <source>Attention is set by hand between words of this sentence, but training reads other sentences; take that away first.</source>
        <translation>这个句子的词之间有手动设定的注意力，而训练读的是别的句子；请先取消它。</translation>
    </message>
    <message>
        <source>this model reads a target too; write it after a tab</source>
        <translation>这个模型还读目标句；请写在制表符之后</translation>
    </message>
    <message>
        <source>a list of sentences</source>
        <translation>句子列表</translation>
    </message>
    <message>
        <source>holds no sentence; write one a line</source>
        <translation>没有句子；请每行写一句</translation>
    </message>
    <message>
        <source>has no ordinary token, but special tokens alone, whose means are their own</source>
        <translation>没有普通词元，只有特殊词元，而它们各有自己的平均</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>there is a null character in it</source>
        <translation>其中有空字符</translation>
    </message>
    <message>
        <source>there is more than one tab in it; what stands after the one is the target</source>
        <translation>其中有不止一个制表符；制表符之后是目标句</translation>
    </message>
    <message>
        <source>there is a tab in it, but this model reads no target that could stand after one</source>
        <translation>其中有制表符，但这个模型不读可以写在它之后的目标句</translation>
    </message>
    <message>
        <source>the sentence is empty</source>
        <translation>句子是空的</translation>
    </message>
    <message>
        <source>no token is left of &quot;%1&quot;</source>
        <translation>“%1”没有留下任何词元</translation>
    </message>
    <message>
        <source>A cross-attention reads two streams, so its heads have no composition scores: choose a head that attends to its own sentence.</source>
        <translation>交叉注意力读两个残差流，它的头没有组合分数：请选择关注自己句子的头。</translation>
    </message>
    <message>
        <source>Between recurrent cells there is no stream that heads write to and read, so there are no composition scores.</source>
        <translation>循环单元之间没有头写入和读取的残差流，所以没有组合分数。</translation>
    </message>
    <message>
        <source>Without a residual what a head writes does not stay in the stream, so there are no composition scores.</source>
        <translation>没有残差时，头写出的内容不会留在流中，所以没有组合分数。</translation>
    </message>
    <message>
        <source>What a head of this model writes passes a norm before it is in the stream, which divides it anew for each token, so there are no composition scores.</source>
        <translation>这个模型的头写出的内容在进入残差流之前经过归一化，对每个词元重新除一次，所以没有组合分数。</translation>
    </message>
    <message>
        <source>Additive scores are no product of queries and keys, so there are no composition scores.</source>
        <translation>加性得分不是查询与键的乘积，所以没有组合分数。</translation>
    </message>
    <message>
        <source>Queries and keys are normed here, so scores are no product of two matrices, and there are no composition scores.</source>
        <translation>这里的查询和键经过归一化，得分不是两个矩阵的乘积，所以没有组合分数。</translation>
    </message>
    <message>
        <source>No head comes before layer 1: choose a head of a later layer.</source>
        <translation>第 1 层之前没有头：请选择后面一层的头。</translation>
    </message>
    <message>
        <source>The pinned state has another architecture or other sizes: rows of its passes do not fit here.</source>
        <translation>固定的状态的结构或大小不同：它的行放不进这里。</translation>
    </message>
    <message>
        <source>A recurrent stack hands on states, not rows between layers: nothing can be patched.</source>
        <translation>循环网络传递的是状态，不是层与层之间的行：没有可以替入的内容。</translation>
    </message>
    <message>
        <source>Queries or keys come from another pass, whose parts are not known here; take the patches away first.</source>
        <translation>查询或键来自另一次计算，它的各部分在这里不知道；请先去掉替入。</translation>
    </message>
    <message>
        <source>Rows of these layers come from another pass, whose parts are not known here; take the patches away first.</source>
        <translation>这些层中有的行来自另一次计算，它的各部分在这里不知道；请先去掉替入。</translation>
    </message>
    <message>
        <source>replaced_tokens true needs architecture encoder and masked_language_model false: a model has one output layer</source>
        <translation>replaced_tokens 为 true 时 architecture 须为 encoder，masked_language_model 须为 false：模型只有一个输出层</translation>
    </message>
    <message>
        <source>tied_output true compares with the words of a vocabulary, but replaced_tokens true says of a token whether it was replaced</source>
        <translation>tied_output 为 true 时与词表中的词相比较，而 replaced_tokens 为 true 时判断词元是否被换过</translation>
    </message>
    <message>
        <source>Rows come from another pass, which no weight of this one moves; take the patches away first.</source>
        <translation>有的行来自另一次计算，这里的任何权重都不会改变它们；请先去掉替入。</translation>
    </message>
    <message>
        <source>the output layer would read %1 numbers of a token, but the rows of the trained one have %2</source>
        <translation>输出层要读取每个词元的 %1 个数，而训练好的输出层各行有 %2 个</translation>
    </message>
    <message>
        <source>head %1 of %2</source>
        <translation>%2的头 %1</translation>
    </message>
    <message>
        <source>the mean over sentences that stands in place of what %1 gives is not known; compute it, or take zero</source>
        <translation>代替 %1 输出的句子平均还不知道；请计算它，或者用零</translation>
    </message>
    <message>
        <source>the mean over sentences that stands in place of what %1 gives has %2 numbers, where %3 are needed; compute it again</source>
        <translation>代替 %1 输出的句子平均有 %2 个数，而需要 %3 个；请重新计算</translation>
    </message>
    <message>
        <source>%1: token %2 is patched, but there are %3 tokens</source>
        <translation>%1：替入了词元 %2，但只有 %3 个词元</translation>
    </message>
    <message>
        <source>%1: a patched row has %2 numbers, but %3 are needed</source>
        <translation>%1：替入的一行有 %2 个数，但需要 %3 个</translation>
    </message>
    <message>
        <source>the mean over sentences cannot stand in place of what %1 gives, because a recurrent decoder asks between its steps; take zero or uniform</source>
        <translation>句子平均不能代替 %1 给出的内容，因为循环解码器在各步之间发问；请用 zero 或 uniform</translation>
    </message>
    <message>
        <source>is there already; give the name of a new folder</source>
        <translation>已经存在；请给出新文件夹的名称</translation>
    </message>
    <message>
        <source>no tensor holds %1, which was changed; a project keeps it</source>
        <translation>没有张量存放被修改的 %1；项目可以保存它</translation>
    </message>
    <message>
        <source>the output layer (output.w) was changed, but is the embedding in these files; a project keeps both</source>
        <translation>输出层（output.w）被修改，但在这些文件中它就是嵌入；项目可以保存两者</translation>
    </message>
    <message>
        <source>no tensor holds a row for the token %1, which was changed; a project keeps it</source>
        <translation>没有张量存放词元 %1 被修改的行；项目可以保存它</translation>
    </message>
    <message>
        <source>has no place for column %1 of %2, which is 0 for the library; make it 0 again, or save a project</source>
        <translation>没有地方存放 %2 的第 %1 列，它在库中恒为 0；请改回 0，或保存项目</translation>
    </message>
    <message>
        <source>is both %1 and %2, which differ now; give both the same numbers, or save a project</source>
        <translation>同时是 %1 和 %2，而它们现在不同；请让两者相同，或保存项目</translation>
    </message>
    <message>
        <source>a model&apos;s configuration</source>
        <translation>模型的配置</translation>
    </message>
    <message>
        <source>the embedding has %1 rows, but the id of the mask token is %2</source>
        <translation>嵌入有 %1 行，但掩码词元的编号是 %2</translation>
    </message>
    <message>
        <source>%1 must be 1: of a %2 model the library rotates all columns</source>
        <translation>%1 必须为 1：库对 %2 模型旋转所有列</translation>
    </message>
    <message>
        <source>%1 must be a number above 0 and up to 1</source>
        <translation>%1 必须大于 0 且不超过 1</translation>
    </message>
    <message>
        <source>%1 asks to rotate %2 of a head&apos;s %3 columns, but only pairs of columns can be rotated</source>
        <translation>%1 要求旋转每个头 %3 列中的 %2 列，但列只能成对旋转</translation>
    </message>
    <message>
        <source>%1 holds a number that is not finite</source>
        <translation>%1 中有一个不是有限的数</translation>
    </message>
    <message>
        <source>%1 is of the same part as an entry before it; leave one out</source>
        <translation>%1 与前面一个条目属于同一部分；请去掉一个</translation>
    </message>
    <message>
        <source>%1 belongs to what is of a head, but &quot;%2&quot; is not; leave it out</source>
        <translation>%1 只用于属于头的内容，而 &quot;%2&quot; 不是；请去掉</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, but in the block &quot;%3&quot; of this model there is none</source>
        <translation>%1 是 &quot;%2&quot;，但这个模型的块 &quot;%3&quot; 中没有</translation>
    </message>
    <message>
        <source>%1 belongs to a pattern; leave it out</source>
        <translation>%1 属于 pattern；请去掉</translation>
    </message>
    <message>
        <source>%1 must be a list of %2 numbers, not %3</source>
        <translation>%1 必须是 %2 个数的列表，而不是%3</translation>
    </message>
    <message>
        <source>%1 must be numbers from 0 to 1</source>
        <translation>%1 必须是 0 到 1 的数</translation>
    </message>
    <message>
        <source>%1 holds a number beyond float32</source>
        <translation>%1 中有超出 float32 的数</translation>
    </message>
    <message>
        <source>%1 patches what an entry before it does; leave one out</source>
        <translation>%1 替入的与前面的一个条目相同；请去掉一个</translation>
    </message>
    <message>
        <source>heads or sublayers are switched off</source>
        <translation>有头或子层被停用</translation>
    </message>
    <message>
        <source>attention is set by hand</source>
        <translation>有手动设定的注意力</translation>
    </message>
    <message>
        <source>links are cut</source>
        <translation>有连线被切断</translation>
    </message>
    <message>
        <source>a head has a temperature of its own</source>
        <translation>有头带自己的温度</translation>
    </message>
    <message>
        <source>rows are taken from another pass</source>
        <translation>有些行取自另一次计算</translation>
    </message>
    <message>
        <source>something is put in its place</source>
        <translation>有内容被替换</translation>
    </message>
    <message>
        <source>a model&apos;s files cannot say what is changed from outside: %1; take that back first, or save a project</source>
        <translation>模型的文件无法表达从外部改变的内容：%1；请先撤回，或保存项目</translation>
    </message>
    <message>
        <source>a model&apos;s files cannot say that %1 differs from its config.json; take that back first, or save a project</source>
        <translation>模型的文件无法表达 %1 与其 config.json 不同；请先改回，或保存项目</translation>
    </message>
    <message>
        <source>the vocabulary is another than the one of the tokenizer&apos;s files; take that back first, or save a project</source>
        <translation>词表与分词器文件中的不同；请先改回，或保存项目</translation>
    </message>
    <message>
        <source>%1 is drawn anew for each sentence; set it, or save a project</source>
        <translation>%1 对每个句子重新抽取；请设定它，或保存项目</translation>
    </message>
    <message>
        <source>only a trained model, opened from its folder, can be saved as one</source>
        <translation>只有从文件夹打开的训练好的模型才能存为模型文件夹</translation>
    </message>
    <message>
        <source>%1 has %2, but %3 %4 needs %4</source>
        <translation>%1 有 %2，但 %3 为 %4 时需要 %4 个</translation>
    </message>
    <message>
        <source>this model says which tokens were replaced, and no task here replaces any; let it predict masked words</source>
        <translation>这个模型判断哪些词元被换过，而这里没有更换词元的任务；请让它预测掩码词</translation>
    </message>
    <message>
        <source>The mean over sentences stands in place of a part&apos;s output, but every training step would make it old; take zeros or the mean first.</source>
        <translation>有一部分的输出由句子平均代替，而每个训练步都会使它变旧；请先换成零或平均。</translation>
    </message>
    <message>
        <source>Rows of this sentence come from another pass, but training reads other sentences; take the patches away first.</source>
        <translation>这个句子有的行来自另一次计算，而训练读的是别的句子；请先去掉替入。</translation>
    </message>
    <message>
        <source>%1 is %2, but %3 in these files; a project keeps it</source>
        <translation>%1 为 %2，但在这些文件中为 %3；项目可以保存它</translation>
    </message>
    <message>
        <source>%1 needs scores that are neither additive nor those of a recurrent network</source>
        <translation>%1 所需的得分既不能是加性的，也不能来自循环网络</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>它过早结束</translation>
    </message>
    <message>
        <source>is damaged: %1. Remove it to scan anew</source>
        <translation>已损坏：%1。删除它以重新扫描</translation>
    </message>
    <message>
        <source>a sentence is missing</source>
        <translation>缺少一个句子</translation>
    </message>
    <message>
        <source>a part of a scan</source>
        <translation>扫描的一部分</translation>
    </message>
    <message>
        <source>is no part of a scan that this version of Regard can read</source>
        <translation>不是这个版本的 Regard 能读取的扫描部分</translation>
    </message>
    <message>
        <source>is damaged: its checksum is not that of its bytes. Remove it to scan anew</source>
        <translation>已损坏：校验和与内容不符。删除它以重新扫描</translation>
    </message>
    <message>
        <source>--field names a field of .jsonl or .csv, and this file has a text a line</source>
        <translation>--field 指定 .jsonl 或 .csv 的字段，而这个文件每行一个文本</translation>
    </message>
    <message>
        <source>is scanned whole: --shard divides .txt and .jsonl files at line ends</source>
        <translation>只能整体扫描：--shard 在行尾处划分 .txt 和 .jsonl 文件</translation>
    </message>
    <message>
        <source>is a folder: name a file of texts</source>
        <translation>是文件夹：请指定文本文件</translation>
    </message>
    <message>
        <source>is no regular file: give it as standard input, --sources -</source>
        <translation>不是普通文件：请以标准输入给出，--sources -</translation>
    </message>
    <message>
        <source>is shorter than it was when the scan was interrupted</source>
        <translation>比扫描中断时短</translation>
    </message>
    <message>
        <source>there is text after a closing quote in it</source>
        <translation>其中右引号之后还有文字</translation>
    </message>
    <message>
        <source>a quote in it is never closed</source>
        <translation>其中有引号没有闭合</translation>
    </message>
    <message>
        <source>is empty: a .csv file begins with the names of its columns</source>
        <translation>是空的：.csv 文件以各列的名称开头</translation>
    </message>
    <message>
        <source>has no column %1: --field names one that it has</source>
        <translation>没有列 %1：--field 要指定它有的列</translation>
    </message>
    <message>
        <source>it is longer than %1 bytes</source>
        <translation>它超过 %1 字节</translation>
    </message>
    <message>
        <source>%1 is no text</source>
        <translation>%1 不是文本</translation>
    </message>
    <message>
        <source>it has no cell for the column %1</source>
        <translation>它没有列 %1 的单元格</translation>
    </message>
</context>
<context>
    <name>Mode</name>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>讲解</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
</context>
<context>
    <name>ModeTip</name>
    <message>
        <source>Links and heatmap: which word looks at which, and why</source>
        <translation>连线和热力图：哪个词看哪个词，为什么</translation>
    </message>
    <message>
        <source>The calculation of one word, step by step</source>
        <translation>一个词的计算，一步一步地看</translation>
    </message>
    <message>
        <source>The weights, to be changed beside a picture</source>
        <translation>权重，在图旁边修改</translation>
    </message>
    <message>
        <source>The model learns its weights from examples</source>
        <translation>模型从例子中学习权重</translation>
    </message>
</context>
<context>
    <name>ModelPanel</name>
    <message>
        <source>Stacks</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Encoder: every token sees the whole sentence.
Decoder: each token sees itself and what came before.
Encoder–decoder: the decoder reads a target and looks at the source too.</source>
        <translation>编码器：每个词元都看到整个句子。
解码器：每个词元只看到自己和前面的内容。
编码器–解码器：解码器读目标句，同时也看源句。</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>encoder–decoder</source>
        <translation>编码器–解码器</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>How many layers are stacked, up to 24</source>
        <translation>上下堆叠多少层，最多 24 层</translation>
    </message>
    <message>
        <source>Decoder depth</source>
        <translation>解码器层数</translation>
    </message>
    <message>
        <source>How many layers the decoder has, up to 24</source>
        <translation>解码器有多少层，最多 24 层</translation>
    </message>
    <message>
        <source>d_model</source>
        <translation>d_model</translation>
    </message>
    <message>
        <source>Numbers per token: the columns of X, 1 to 1024</source>
        <translation>每个词元用多少个数表示，即 X 的列数，1 到 1024</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>How many heads look at the sentence side by side, 1 to 64</source>
        <translation>有多少个头并排地看句子，1 到 64</translation>
    </message>
    <message>
        <source>Decoder heads</source>
        <translation>解码器头数</translation>
    </message>
    <message>
        <source>Heads of the decoder; they follow the encoder’s as long as both are equal</source>
        <translation>解码器的头数；两者相等时随编码器一起变</translation>
    </message>
    <message>
        <source>Another number of heads splits the same columns anew instead of adding or dropping heads</source>
        <translation>改变头数时重新划分同样的列，而不增减列</translation>
    </message>
    <message>
        <source>d_k = d_model / heads</source>
        <translation>d_k = d_model / 头数</translation>
    </message>
    <message>
        <source>d_k</source>
        <translation>d_k</translation>
    </message>
    <message>
        <source>Numbers per query and key of one head, 1 to 256</source>
        <translation>一个头的查询和键各有多少个数，1 到 256</translation>
    </message>
    <message>
        <source>d_v</source>
        <translation>d_v</translation>
    </message>
    <message>
        <source>Numbers per value of one head, 1 to 256</source>
        <translation>一个头的值有多少个数，1 到 256</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>How a query meets a key: q·k, q·k / √d_k, or w_a · tanh(q + k)</source>
        <translation>查询与键如何相遇：q·k、q·k / √d_k，或 w_a · tanh(q + k)</translation>
    </message>
    <message>
        <source>Score function</source>
        <translation>得分函数</translation>
    </message>
    <message>
        <source>dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>scaled dot</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>additive (concat)</source>
        <translation>加性（concat）</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Causal: no token looks at a later one</source>
        <translation>因果：任何词元都看不到它之后的词元</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Decoder mask</source>
        <translation>解码器掩码</translation>
    </message>
    <message>
        <source>Causal: no token of the target looks at a later one; the source is seen whole</source>
        <translation>因果：目标句的任何词元都看不到它之后的词元；源句则全部可见</translation>
    </message>
    <message>
        <source>W_O mixes the heads’ outputs</source>
        <translation>W_O 把各头的输出混合起来</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>Each projection and each feed-forward layer adds a bias</source>
        <translation>每个投影和每个前馈层都加上偏置</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Sublayers</source>
        <translation>子层</translation>
    </message>
    <message>
        <source>x + f(x): what comes in is added to what each sublayer makes of it</source>
        <translation>x + f(x)：把子层的输入加到子层的输出上</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差连接</translation>
    </message>
    <message>
        <source>Two linear layers with an activation between them, for each token by itself</source>
        <translation>两个线性层，中间是激活函数，对每个词元单独计算</translation>
    </message>
    <message>
        <source>Feed forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>d_ff</source>
        <translation>d_ff</translation>
    </message>
    <message>
        <source>Numbers between the two layers of the feed-forward, 1 to 4096</source>
        <translation>前馈网络两层之间有多少个数，1 到 4096</translation>
    </message>
    <message>
        <source>The feed-forward of the decoder’s layers; it follows the encoder’s as long as both are equal</source>
        <translation>解码器各层的前馈网络；两者相等时随编码器一起变</translation>
    </message>
    <message>
        <source>Decoder feed forward</source>
        <translation>解码器前馈网络</translation>
    </message>
    <message>
        <source>Decoder d_ff</source>
        <translation>解码器 d_ff</translation>
    </message>
    <message>
        <source>Numbers between the two layers of the decoder’s feed-forward, 1 to 4096</source>
        <translation>解码器前馈网络两层之间有多少个数，1 到 4096</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>What stands between the two layers of the feed-forward</source>
        <translation>前馈网络两层之间的函数</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>GELU by tanh</source>
        <translation>GELU（tanh 近似）</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>post</source>
        <translation>后置</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>前置</translation>
    </message>
    <message>
        <source>One more norm after the last layer of each stack</source>
        <translation>每个层堆叠的最后一层之后再做一次归一化</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>Norm ε</source>
        <translation>归一化的 ε</translation>
    </message>
    <message>
        <source>Added to the variance before a norm divides by its root: a number above 0</source>
        <translation>归一化除以方差的平方根之前加在方差上：一个大于 0 的数</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>one-hot</source>
        <translation>独热</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>Rows of X are multiplied by √d_model before positions are added</source>
        <translation>加位置之前，X 的各行先乘以 √d_model</translation>
    </message>
    <message>
        <source>Embedding × √d_model</source>
        <translation>嵌入 × √d_model</translation>
    </message>
    <message>
        <source>A norm after positions are added, before the first layer</source>
        <translation>加上位置之后、第一层之前的归一化</translation>
    </message>
    <message>
        <source>Embedding norm</source>
        <translation>嵌入归一化</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>How weights that are not given are drawn</source>
        <translation>没有给定的权重如何抽取</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Xavier</source>
        <translation>Xavier</translation>
    </message>
    <message>
        <source>Kaiming</source>
        <translation>Kaiming</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation of the Gaussian initialisation</source>
        <translation>高斯初始化的标准差</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The number that all random weights follow from: a whole number of up to 64 bits</source>
        <translation>所有随机权重都由这个数产生：不超过 64 位的整数</translation>
    </message>
    <message>
        <source>Draw all random weights anew from another seed</source>
        <translation>换一个种子，重新抽取所有随机权重</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>换新种子</translation>
    </message>
    <message>
        <source>New</source>
        <translation>换新</translation>
    </message>
    <message>
        <source>Message about the model</source>
        <translation>关于模型的提示</translation>
    </message>
    <message>
        <source>What is added to a token’s row so that its place counts; rotary positions turn q and k instead</source>
        <translation>加到词元的行上、使其位置起作用的内容；旋转位置则是旋转 q 和 k</translation>
    </message>
    <message>
        <source>sinusoidal, in halves</source>
        <translation>正弦，前后两半</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>general</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>QuickGELU</source>
        <translation>QuickGELU</translation>
    </message>
    <message>
        <source>GELU-10</source>
        <translation>GELU-10</translation>
    </message>
    <message>
        <source>ReLU²</source>
        <translation>ReLU²</translation>
    </message>
    <message>
        <source>ReLU6</source>
        <translation>ReLU6</translation>
    </message>
    <message>
        <source>LeakyReLU</source>
        <translation>LeakyReLU</translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>Mish</source>
        <translation>Mish</translation>
    </message>
    <message>
        <source>Laplace</source>
        <translation>Laplace</translation>
    </message>
    <message>
        <source>HardSwish</source>
        <translation>HardSwish</translation>
    </message>
    <message>
        <source>√softplus</source>
        <translation>√softplus</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>post: norm(x + f(x)), as in 2017; pre: x + f(norm(x)); output: x + norm(f(x)), as in OLMo 2</source>
        <translation>后置：norm(x + f(x))，如 2017 年的论文；前置：x + f(norm(x))；输出：x + norm(f(x))，如 OLMo 2</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>sinusoidal, as fairseq</source>
        <translation>正弦，同 fairseq</translation>
    </message>
</context>
<context>
    <name>MoreMenu</name>
    <message>
        <source>shades each word by the weight it gets</source>
        <translation>按得到的权重给每个词着色</translation>
    </message>
    <message>
        <source>all heads in one matrix: mean, rollout, entropy</source>
        <translation>所有头合成一个矩阵：平均、注意力展开、熵</translation>
    </message>
    <message>
        <source>ranks all heads by a question you ask</source>
        <translation>按您提的问题给所有头排名</translation>
    </message>
    <message>
        <source>the layer as textbooks draw it, box by box</source>
        <translation>像教科书那样逐框画出这一层</translation>
    </message>
    <message>
        <source>the next word’s probabilities; generates</source>
        <translation>下一个词的概率；可以生成</translation>
    </message>
    <message>
        <source>a recurrent network, step by step</source>
        <translation>循环网络，一步一步展开</translation>
    </message>
    <message>
        <source>how many steps lie between two words</source>
        <translation>两个词之间隔几步</translation>
    </message>
    <message>
        <source>layers, heads, sizes, score, mask</source>
        <translation>层、头、大小、打分、掩码</translation>
    </message>
    <message>
        <source>a head or part, and what that does</source>
        <translation>关闭一个头或部件，看有什么影响</translation>
    </message>
    <message>
        <source>every edited cell; takes it back</source>
        <translation>每个改过的单元格；可以改回</translation>
    </message>
    <message>
        <source>numbered states to go back to</source>
        <translation>编了号、可以回到的状态</translation>
    </message>
    <message>
        <source>what the model would say after each layer</source>
        <translation>每一层之后模型会说什么</translation>
    </message>
    <message>
        <source>what a head does with words alone: QK, OV</source>
        <translation>一个头单独对词做什么：QK、OV</translation>
    </message>
    <message>
        <source>why here rather than there, through all layers</source>
        <translation>为什么看这里而不看那里，穿过所有层</translation>
    </message>
    <message>
        <source>which parts push the next word</source>
        <translation>哪些部分推动下一个词</translation>
    </message>
    <message>
        <source>what the pinned state’s numbers do here</source>
        <translation>固定的状态的数在这里起什么作用</translation>
    </message>
</context>
<context>
    <name>MotionMenu</name>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Reduced</source>
        <translation>减少(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Full</source>
        <translation>完整(&amp;F)</translation>
    </message>
    <message>
        <source>M&amp;otion</source>
        <translation>动画(&amp;O)</translation>
    </message>
</context>
<context>
    <name>MovedScale</name>
    <message>
        <source>share of %1</source>
        <translation>%1 的份额</translation>
    </message>
    <message>
        <source>weight ÷ what the sink leaves</source>
        <translation>权重 ÷ 去掉汇点后余下的部分</translation>
    </message>
</context>
<context>
    <name>NoModelText</name>
    <message>
        <source>A file of attention holds no layers to draw: open the model&apos;s folder to see its block.</source>
        <translation>注意力文件没有可画的层：打开模型的文件夹可以看到它的块。</translation>
    </message>
    <message>
        <source>What makes a score is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>得分从何而来要由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>The steps are computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>步骤由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>The next word is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>下一个词由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>A file of attention has no chain of cells to unroll: open a project with a recurrent layer.</source>
        <translation>注意力文件没有可展开的单元链：请打开有循环层的项目。</translation>
    </message>
    <message>
        <source>How much of a word is left is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>一个词还剩多少要由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>A file of attention says how many layers and heads there are, but has no model to change: open the model&apos;s folder.</source>
        <translation>注意力文件说明有多少层和头，但没有可以更改的模型：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>A file of attention has no weights: open the model&apos;s folder to see and change them.</source>
        <translation>注意力文件没有权重：打开模型的文件夹可以查看和更改权重。</translation>
    </message>
    <message>
        <source>A file of attention has no weights that could be changed.</source>
        <translation>注意力文件没有可以更改的权重。</translation>
    </message>
    <message>
        <source>Without a head the rest is computed anew, from weights that a file of attention does not have: open the model&apos;s folder.</source>
        <translation>去掉一个头后其余部分要重新计算，所需的权重注意力文件没有：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>What the model would say after each layer is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>每一层之后模型会说什么要由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>What a head does with words alone is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>一个头单独对词做什么要由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>The parts of scores and logits are computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>得分和 logit 的构成由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>What rows of another pass do here is computed from weights, and a file of attention has none: open the model&apos;s folder.</source>
        <translation>另一次计算的行在这里起什么作用要由权重算出，而注意力文件没有权重：请打开模型的文件夹。</translation>
    </message>
</context>
<context>
    <name>NumberScale</name>
    <message>
        <source>height = %1, no share: %2 is drawn as weight 1</source>
        <translation>高度 = %1，不是份额：%2 画得与权重 1 一样</translation>
    </message>
    <message>
        <source>width = %1, no share: %2 is drawn as weight 1</source>
        <translation>宽度 = %1，不是份额：%2 画得与权重 1 一样</translation>
    </message>
    <message>
        <source>height = %1</source>
        <translation>高度 = %1</translation>
    </message>
    <message>
        <source>width = %1</source>
        <translation>宽度 = %1</translation>
    </message>
</context>
<context>
    <name>OutputData</name>
    <message>
        <source>Next token · temperature %1</source>
        <translation>下一个词元 · 温度 %1</translation>
    </message>
    <message>
        <source> · top %1</source>
        <translation> · 前 %1 个</translation>
    </message>
    <message>
        <source> · random weights</source>
        <translation> · 随机权重</translation>
    </message>
    <message>
        <source>Masked word · temperature %1</source>
        <translation>被掩去的词 · 温度 %1</translation>
    </message>
    <message>
        <source>This checkpoint has no output layer that names words: open one that was saved with its language-model head.</source>
        <translation>这个检查点没有给出词的输出层：请打开保存时带有语言模型头的检查点。</translation>
    </message>
    <message>
        <source>The model is an encoder that predicts no words: choose an architecture with a decoder, or let it predict masked words.</source>
        <translation>这个模型是不预测词的编码器：请选择带解码器的架构，或让它预测被掩去的词。</translation>
    </message>
    <message>
        <source>The model is read without its output layer: %1.</source>
        <translation>读取模型时没有输出层：%1。</translation>
    </message>
    <message>
        <source>Replaced token · temperature %1</source>
        <translation>被换过的词元 · 温度 %1</translation>
    </message>
</context>
<context>
    <name>OutputFigure</name>
    <message>
        <source>next token, most probable first</source>
        <translation>下一个词元，按概率从高到低</translation>
    </message>
    <message>
        <source>framed: the token that follows</source>
        <translation>加框：文本实际的下一个词</translation>
    </message>
    <message>
        <source>word in this place, most probable first</source>
        <translation>这个位置上的词，按概率从高到低</translation>
    </message>
    <message>
        <source>framed: the actual token</source>
        <translation>加框：那里实际的词</translation>
    </message>
    <message>
        <source> · logit %1</source>
        <translation> · logit %1</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>was the token replaced?</source>
        <translation>该词元被换过吗？</translation>
    </message>
</context>
<context>
    <name>OutsideConsent</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Files elsewhere</source>
        <translation>别处的文件</translation>
    </message>
    <message>
        <source>“%1” reads what is outside of its own folder:</source>
        <translation>“%1”要读取它所在文件夹之外的内容：</translation>
    </message>
    <message>
        <source>Open that too? Say yes where you know the file and these places.</source>
        <translation>也打开这些吗？只有认得这个文件和这些位置时才选“是”。</translation>
    </message>
    <message>
        <source>Without it the file cannot be shown, and what is open now stays.</source>
        <translation>不打开它们，就无法显示这个文件，现在打开的内容保持不变。</translation>
    </message>
    <message>
        <source>Without it the file opens, but does not learn from these sentences or compute means over them.</source>
        <translation>不打开它，文件仍会打开，但不会用这些句子学习，也不会计算它们的平均。</translation>
    </message>
</context>
<context>
    <name>PageText</name>
    <message>
        <source>Encoder, self-attention</source>
        <translation>编码器，自注意力</translation>
    </message>
    <message>
        <source>Decoder, self-attention</source>
        <translation>解码器，自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Table of the numbers</source>
        <translation>数值表</translation>
    </message>
    <message>
        <source>Links from %1 queries to %2 keys. Arrow keys choose a word.</source>
        <translation>%1 个查询到 %2 个键的连线。用方向键选择词。</translation>
    </message>
    <message>
        <source>Heatmap of %1 queries and %2 keys. Arrow keys choose a cell.</source>
        <translation>%1 个查询和 %2 个键的热力图。用方向键选择单元格。</translation>
    </message>
    <message>
        <source>%1 → %2: %3</source>
        <translation>%1 → %2：%3</translation>
    </message>
    <message>
        <source>%1 → %2: %3 pinned, %4 now, %5</source>
        <translation>%1 → %2：固定 %3，现在 %4，%5</translation>
    </message>
    <message>
        <source>%1 → %2: %3 now, without a difference</source>
        <translation>%1 → %2：现在 %3，没有差</translation>
    </message>
    <message>
        <source>%1 → %2: there is none</source>
        <translation>%1 → %2：没有</translation>
    </message>
    <message>
        <source>%1 looks at: %2</source>
        <translation>%1 看：%2</translation>
    </message>
    <message>
        <source>Who looks at %1: %2</source>
        <translation>看 %1 的：%2</translation>
    </message>
    <message>
        <source>The pinned state has no such head.</source>
        <translation>固定状态没有这个头。</translation>
    </message>
    <message>
        <source>%1 links are drawn; weaker ones are left out until a word is chosen.</source>
        <translation>画了 %1 条连线；选择一个词之前，更弱的不画。</translation>
    </message>
    <message>
        <source>Point at a word or a cell, or choose it with the arrow keys. [ and ] change the layer, , and . the head, Escape lets go.</source>
        <translation>指向一个词或单元格，或用方向键选择。[ 和 ] 换层，, 和 . 换头，Escape 取消选择。</translation>
    </message>
    <message>
        <source>Weights are kept within %1 of those that Regard computed, and shown with four decimals.</source>
        <translation>保存的权重与 Regard 算出的相差不超过 %1，显示四位小数。</translation>
    </message>
    <message>
        <source>Weights are kept within %1 of those that Regard computed, differences within %2, and shown with four decimals.</source>
        <translation>保存的权重与 Regard 算出的相差不超过 %1，差不超过 %2，显示四位小数。</translation>
    </message>
    <message>
        <source>This browser is too old to show the numbers: it needs DecompressionStream.</source>
        <translation>浏览器太旧，无法显示数值：需要 DecompressionStream。</translation>
    </message>
    <message>
        <source>This page needs JavaScript, which is in it; it asks for nothing from outside.</source>
        <translation>本页需要 JavaScript，它就在页内；不会向外请求任何内容。</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of this language, such as zh-CN</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>PanelSet</name>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>First switch something off, or rank the heads by importance.</source>
        <translation>请先停用某个部分，或计算各头的重要性。</translation>
    </message>
    <message>
        <source>First choose a question in Find.</source>
        <translation>请先在其中查找哪些头做某件事。</translation>
    </message>
    <message>
        <source>First click a token or a cell.</source>
        <translation>请先单击一个词元或一个格子。</translation>
    </message>
    <message>
        <source>First train the model on a task in Training.</source>
        <translation>请先在那里用一个任务训练模型。</translation>
    </message>
    <message>
        <source>First open entropy, similarity or the matrices in Summaries.</source>
        <translation>请先在“汇总”中打开熵、相似度或矩阵。</translation>
    </message>
</context>
<context>
    <name>PanelTitle</name>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>汇总</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Unrolled</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>透镜</translation>
    </message>
    <message>
        <source>Circuits</source>
        <translation>电路</translation>
    </message>
    <message>
        <source>Score parts</source>
        <translation>得分构成</translation>
    </message>
    <message>
        <source>Logit parts</source>
        <translation>logit 构成</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>替入</translation>
    </message>
</context>
<context>
    <name>PartNames</name>
    <message>
        <source>layer %1 · cross heads</source>
        <translation>第 %1 层 · 交叉注意力头</translation>
    </message>
    <message>
        <source>layer %1 · heads</source>
        <translation>第 %1 层 · 注意力头</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>cross heads %1</source>
        <translation>交叉注意力头 %1</translation>
    </message>
    <message>
        <source>heads %1</source>
        <translation>注意力头 %1</translation>
    </message>
    <message>
        <source>feed-forward %1</source>
        <translation>前馈 %1</translation>
    </message>
    <message>
        <source>the word</source>
        <translation>词本身</translation>
    </message>
    <message>
        <source>its position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>its token type</source>
        <translation>词元类型</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>feed-forward layers</source>
        <translation>前馈层</translation>
    </message>
    <message>
        <source>cross head %1.%2</source>
        <translation>交叉注意力头 %1.%2</translation>
    </message>
    <message>
        <source>head %1.%2</source>
        <translation>头 %1.%2</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>token type</source>
        <translation>词元类型</translation>
    </message>
    <message>
        <source>layer %1 · cross head %2</source>
        <translation>第 %1 层 · 交叉注意力头 %2</translation>
    </message>
    <message>
        <source>layer %1 · head %2</source>
        <translation>第 %1 层 · 头 %2</translation>
    </message>
    <message>
        <source>layer %1 · cross-attention</source>
        <translation>第 %1 层 · 交叉注意力</translation>
    </message>
    <message>
        <source>layer %1 · attention</source>
        <translation>第 %1 层 · 注意力</translation>
    </message>
    <message>
        <source>layer %1 · feed-forward</source>
        <translation>第 %1 层 · 前馈</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>偏置 %1</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
</context>
<context>
    <name>PartsFigure</name>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
</context>
<context>
    <name>PartsList</name>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Parts cancel: they add %1 and take away %2.</source>
        <translation>各部分相互抵消：加上 %1，减去 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>其余 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PatchData</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>The pinned state does not have this token or these words: choose others.</source>
        <translation>固定的状态没有这个词元或这些词：请另选。</translation>
    </message>
    <message>
        <source>The pinned state does not have this link: choose another one.</source>
        <translation>固定的状态没有这条连线：请选择另一条。</translation>
    </message>
    <message>
        <source>queries of heads</source>
        <translation>头的查询</translation>
    </message>
    <message>
        <source>keys of heads</source>
        <translation>头的键</translation>
    </message>
    <message>
        <source>values of heads</source>
        <translation>头的值</translation>
    </message>
    <message>
        <source>attention weights of heads</source>
        <translation>头的注意力权重</translation>
    </message>
    <message>
        <source>outputs of heads</source>
        <translation>头的输出</translation>
    </message>
    <message>
        <source>outputs of attention</source>
        <translation>注意力的输出</translation>
    </message>
    <message>
        <source>outputs of feed-forwards</source>
        <translation>前馈网络的输出</translation>
    </message>
    <message>
        <source>rows between layers</source>
        <translation>层与层之间的行</translation>
    </message>
    <message>
        <source>Pin a state first, such as this one with another sentence: its numbers can then be put in here, a part at a time.</source>
        <translation>请先固定一个状态，例如换了句子的这个状态：然后就可以把它的数一部分一部分地替入这里。</translation>
    </message>
    <message>
        <source>The pinned state is a file of attention, which has no rows that could be put in here.</source>
        <translation>固定的状态是注意力文件，没有可以替入这里的行。</translation>
    </message>
    <message>
        <source>A recurrent stack hands on states, not rows between layers: choose a layer of the other stack.</source>
        <translation>循环网络传递的是状态，不是层与层之间的行：请选择另一部分的一层。</translation>
    </message>
    <message>
        <source>%1: the two states hardly differ in it, so that no patch could tell anything.</source>
        <translation>%1：两个状态在这上面几乎没有差别，替入说明不了什么。</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Patch · %1 · %2</source>
        <translation>替入 · %1 · %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: this token has no counterpart in the pinned sentence</source>
        <translation>%1：这个词元在固定的句子中没有对应的词元</translation>
    </message>
    <message>
        <source>%1: %2 of the way, %3 in place of %4</source>
        <translation>%1：走了 %2，以 %3 代替 %4</translation>
    </message>
    <message>
        <source>%1 beyond %2 at %3</source>
        <translation>%1超出%2，在%3处</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，在%2处</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1: %2 now, %3 pinned</source>
        <translation>%1：现在 %2，固定 %3</translation>
    </message>
    <message>
        <source>share of the way</source>
        <translation>走了多少</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
</context>
<context>
    <name>PathData</name>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>No step leads from %1 to %2: a mask is between them.</source>
        <translation>从%1到%2没有一步可走：中间隔着掩码。</translation>
    </message>
    <message>
        <source>1 step from %1 to %2, through the context.</source>
        <translation>从%1到%2只有 1 步，经过上下文。</translation>
    </message>
    <message>
        <source>1 step from %1 to %2: it looks there directly.</source>
        <translation>从%1到%2只有 1 步：它直接看到那里。</translation>
    </message>
    <message>
        <source>1 step from %1 to %2: it looks there directly, however far it is.</source>
        <translation>从%1到%2只有 1 步：无论多远，它都直接看到那里。</translation>
    </message>
    <message>
        <source>1 step between %1 and %2, through a cell.</source>
        <translation>%1和%2之间有 1 步，经过一个单元。</translation>
    </message>
    <message>
        <source>%1 steps between %2 and %3, through cell after cell.</source>
        <translation>%2和%3之间有 %1 步，一个单元接一个单元。</translation>
    </message>
    <message>
        <source>Computed one after the other: %1 rows, for each state waits for the one before it.</source>
        <translation>一个接一个地计算：%1 行，因为每个状态都要等前一个。</translation>
    </message>
    <message>
        <source>Computed at once: all %1 rows of the layer.</source>
        <translation>同时计算：该层的全部 %1 行。</translation>
    </message>
    <message>
        <source>Computed at once: all %1 rows of a layer. Only the %2 layers wait for each other.</source>
        <translation>同时计算：一层的全部 %1 行。只有 %2 个层要一个等一个。</translation>
    </message>
    <message>
        <source>How much of each word remains at the end: %1, how far the last state, after %2, moves with the state after each word. 0: it is forgotten.</source>
        <translation>每个词到最后还剩下多少：%1，即最后一个状态（%2之后）随每个词之后的状态变动多少。0：已被忘记。</translation>
    </message>
    <message>
        <source>How much of each word remains at the end: %1, how far the decoder&apos;s output at %2 moves with each row of the encoder&apos;s output, by context and first state.</source>
        <translation>每个词到最后还剩下多少：%1，即解码器在%2处给出的结果随编码器输出的每一行变动多少，经过上下文和初始状态。</translation>
    </message>
    <message>
        <source>How much of each word remains at the end: %1, how far the last layer&apos;s output at %2 moves with each row of the encoder&apos;s output.</source>
        <translation>每个词到最后还剩下多少：%1，即最后一层在%2处给出的结果随编码器输出的每一行变动多少。</translation>
    </message>
    <message>
        <source>How much of each word remains at the end: %1, how far the last layer&apos;s output at %2 moves with each row that it reads.</source>
        <translation>每个词到最后还剩下多少：%1，即最后一层在%2处给出的结果随它读到的每一行变动多少。</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>%1, self-attention</source>
        <translation>%1，自注意力</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1，第 %2 层</translation>
    </message>
    <message>
        <source>%1, forward</source>
        <translation>%1，正向</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1，反向</translation>
    </message>
    <message>
        <source>This model has neither cells nor attention: no word reaches another.</source>
        <translation>这个模型既没有单元也没有注意力：没有一个词能到达另一个词。</translation>
    </message>
    <message>
        <source>Path · %1</source>
        <translation>路径 · %1</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>word t</source>
        <translation>词 t</translation>
    </message>
    <message>
        <source>Computed: 1 row, which waits for no other.</source>
        <translation>计算：1 行，不用等其他行。</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>the smallest text, “%1”, is %2 pt in print: less than %3 pt; make the picture wider or show less</source>
        <translation>最小的文字“%1”印出来只有 %2 pt，小于 %3 pt；请把图片放宽或少显示一些</translation>
    </message>
    <message>
        <source>the numbers in cells have no room at %1 pt and are left out: make the picture wider</source>
        <translation>单元格中的数字在 %1 pt 下没有位置，已略去：请把图片加宽</translation>
    </message>
    <message>
        <source>the tokens’ names are %1 pt in print, so that each of them has room</source>
        <translation>词元名称在印刷时为 %1 pt，好让每一个都有位置</translation>
    </message>
    <message>
        <source>every second</source>
        <translation>每两个标一个</translation>
    </message>
    <message>
        <source>every third</source>
        <translation>每三个标一个</translation>
    </message>
    <message>
        <source>every fourth</source>
        <translation>每四个标一个</translation>
    </message>
    <message>
        <source>every fifth</source>
        <translation>每五个标一个</translation>
    </message>
    <message>
        <source>one in %1</source>
        <translation>每 %1 个标一个</translation>
    </message>
</context>
<context>
    <name>Play</name>
    <message>
        <source>%1 others</source>
        <translation>其余 %1 个</translation>
    </message>
    <message>
        <source>masked: no share</source>
        <translation>被掩码：没有份额</translation>
    </message>
    <message>
        <source>share %1</source>
        <translation>份额 %1</translation>
    </message>
    <message>
        <source>looks at</source>
        <translation>看</translation>
    </message>
    <message>
        <source>asks with %1</source>
        <translation>用 %1 提问</translation>
    </message>
    <message>
        <source>takes Σ share × v</source>
        <translation>得到 Σ 份额 × v</translation>
    </message>
    <message>
        <source>k of each word</source>
        <translation>每个词的 k</translation>
    </message>
    <message>
        <source>v of each word</source>
        <translation>每个词的 v</translation>
    </message>
    <message>
        <source>Σ e^score = %1</source>
        <translation>Σ e^得分 = %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;“%1” asks with its q; every key answers with its k.&lt;/b&gt;</source>
        <translation>&lt;b&gt;“%1”用它的 q 提问，每个键用自己的 k 回答。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;Each has %1 numbers, made of the word&apos;s row by W&lt;sub&gt;Q&lt;/sub&gt; and W&lt;sub&gt;K&lt;/sub&gt;.&lt;/m&gt;</source>
        <translation>&lt;m&gt;各有 %1 个数，由词的那一行经 W&lt;sub&gt;Q&lt;/sub&gt; 和 W&lt;sub&gt;K&lt;/sub&gt; 得到。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>%1 (%2 others)</source>
        <translation>%1（另外 %2 个）</translation>
    </message>
    <message>
        <source>&lt;b&gt;q · k says how well they match.&lt;/b&gt; “%1”: %2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;b&gt;q · k 说明两者有多匹配。&lt;/b&gt;“%1”：%2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;(q W&lt;sub&gt;g&lt;/sub&gt;) · k says how well they match.&lt;/b&gt; “%1”: %2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;b&gt;(q W&lt;sub&gt;g&lt;/sub&gt;) · k 说明两者有多匹配。&lt;/b&gt;“%1”：%2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;w&lt;sub&gt;a&lt;/sub&gt; · tanh(q + k) says how well they match.&lt;/b&gt; “%1”: %2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;b&gt;w&lt;sub&gt;a&lt;/sub&gt; · tanh(q + k) 说明两者有多匹配。&lt;/b&gt;“%1”：%2 = &lt;r&gt;&lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;The other %1 score %2.&lt;/m&gt;</source>
        <translation>&lt;m&gt;另外 %1 个的得分是 %2。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;The scores of the other %1 lie between %2 and %3.&lt;/m&gt;</source>
        <translation>&lt;m&gt;另外 %1 个的得分在 %2 和 %3 之间。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Long vectors make large scores: dividing by √d&lt;sub&gt;k&lt;/sub&gt; evens that out.&lt;/b&gt;</source>
        <translation>&lt;b&gt;向量越长，得分越大：除以 √d&lt;sub&gt;k&lt;/sub&gt; 就抵消了这一点。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Every score is divided by the head&apos;s temperature.&lt;/b&gt;</source>
        <translation>&lt;b&gt;每个得分都除以这个头的温度。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;r&gt;%1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;&lt;m&gt; — √d&lt;sub&gt;k&lt;/sub&gt;, and the head&apos;s temperature&lt;/m&gt;</source>
        <translation>&lt;r&gt;%1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;&lt;m&gt;——√d&lt;sub&gt;k&lt;/sub&gt;，以及这个头的温度&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;r&gt;%1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;&lt;m&gt; for “%3”&lt;/m&gt;</source>
        <translation>&lt;m&gt;“%3”：&lt;/m&gt;&lt;r&gt;%1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;What is masked gets no share.&lt;/b&gt; Here it is %1 of %2 keys: their scores count as −∞.</source>
        <translation>&lt;b&gt;被掩码的得不到份额。&lt;/b&gt;这里是 %2 个键中的 %1 个：它们的得分算作 −∞。</translation>
    </message>
    <message>
        <source>&lt;m&gt;“%1” is one of them.&lt;/m&gt;</source>
        <translation>&lt;m&gt;“%1”就是其中之一。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;“%1” is allowed: its score stays %2.&lt;/m&gt;</source>
        <translation>&lt;m&gt;“%1”未被掩码：它的得分仍是 %2。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;The share of a word is the sum over its pieces&lt;/b&gt;, and of a word that asks the mean over them.</source>
        <translation>&lt;b&gt;一个词的份额是它各片段之和&lt;/b&gt;；提问的词则取各片段的平均。</translation>
    </message>
    <message>
        <source>&lt;b&gt;The file says the shares&lt;/b&gt;, not what they were made of.</source>
        <translation>&lt;b&gt;文件只给出份额&lt;/b&gt;，没有说它们由什么得来。</translation>
    </message>
    <message>
        <source>&lt;r&gt;“%1”: &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;&lt;m&gt; — all %3 sum to %4&lt;/m&gt;</source>
        <translation>&lt;r&gt;“%1”：&lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;&lt;m&gt;——全部 %3 个之和为 %4&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Every key is masked:&lt;/b&gt; all shares are 0.</source>
        <translation>&lt;b&gt;所有的键都被掩码：&lt;/b&gt;份额全是 0。</translation>
    </message>
    <message>
        <source>&lt;b&gt;The softmax is switched off: every key that is allowed gets the same share.&lt;/b&gt;</source>
        <translation>&lt;b&gt;softmax 已停用：每个未被掩码的键得到同样的份额。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;r&gt;1 ÷ %1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;r&gt;1 ÷ %1 = &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Softmax makes shares of the scores.&lt;/b&gt; e&lt;sup&gt;%1&lt;/sup&gt; = %2 for “%3”; all %4 sum to %5.</source>
        <translation>&lt;b&gt;softmax 把得分变成份额。&lt;/b&gt;“%3”：e&lt;sup&gt;%1&lt;/sup&gt; = %2；全部 %4 个之和为 %5。</translation>
    </message>
    <message>
        <source>&lt;r&gt;%1 ÷ %2 = &lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;&lt;m&gt; — the band to “%4” becomes as wide as its share.&lt;/m&gt;</source>
        <translation>&lt;r&gt;%1 ÷ %2 = &lt;b&gt;%3&lt;/b&gt;&lt;/r&gt;&lt;m&gt;——通向“%4”的带子变得和份额一样宽。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;e&lt;sup&gt;%1&lt;/sup&gt; is beyond a computer&apos;s numbers, so the largest score is subtracted from each first: the shares stay the same.&lt;/m&gt;</source>
        <translation>&lt;m&gt;e&lt;sup&gt;%1&lt;/sup&gt; 超出计算机能表示的数，所以先从每个得分中减去最大的一个：份额不变。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;“%1” takes home a mixture of all v:&lt;/b&gt; %2 of “%3”, %4 of the other %5.</source>
        <translation>&lt;b&gt;“%1”得到所有 v 的混合：&lt;/b&gt;“%3”占 %2，另外 %5 个占 %4。</translation>
    </message>
    <message>
        <source>&lt;r&gt;Σ share × v = &lt;b&gt;%1&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;r&gt;Σ 份额 × v = &lt;b&gt;%1&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;Pieces have a v each, words have none.&lt;/m&gt;</source>
        <translation>&lt;m&gt;片段各有一个 v，词没有。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;The file does not say what v is.&lt;/m&gt;</source>
        <translation>&lt;m&gt;文件没有说 v 是什么。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>Why “%1” does not look at “%2”</source>
        <translation>为什么“%1”不看“%2”</translation>
    </message>
    <message>
        <source>How “%1” comes to look at “%2”</source>
        <translation>“%1”怎样看到“%2”</translation>
    </message>
    <message>
        <source>q meets k</source>
        <translation>q 遇到 k</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>weighted sum</source>
        <translation>加权和</translation>
    </message>
    <message>
        <source>%1 of %2 s</source>
        <translation>%1 / %2 秒</translation>
    </message>
    <message>
        <source>the attention is switched off: none of this is used</source>
        <translation>这一注意力已停用：这些都不会用到</translation>
    </message>
    <message>
        <source>the head is switched off: zeros stand in place of the sum</source>
        <translation>这个头已停用：和的位置上是零</translation>
    </message>
    <message>
        <source>the head is switched off: the mean over all queries stands in place of the sum</source>
        <translation>这个头已停用：和的位置上是所有查询的平均</translation>
    </message>
    <message>
        <source>q and k are rotated by their positions</source>
        <translation>q 和 k 按各自的位置旋转</translation>
    </message>
    <message>
        <source>q is made of the decoder&apos;s state, k and v of the encoder</source>
        <translation>q 由解码器的状态得来，k 和 v 来自编码器</translation>
    </message>
    <message>
        <source>q is made of the decoder, k and v of the encoder&apos;s output</source>
        <translation>q 来自解码器，k 和 v 来自编码器的输出</translation>
    </message>
    <message>
        <source>%1 hidden</source>
        <translation>隐藏了 %1 个</translation>
    </message>
    <message>
        <source>the shares of pieces are summed to those of words</source>
        <translation>片段的份额相加成为词的份额</translation>
    </message>
    <message>
        <source>b is added by how far the key is from the query</source>
        <translation>b 按键与查询的距离加上</translation>
    </message>
    <message>
        <source>&lt;b&gt;Long vectors make large scores: the model&apos;s own multiplier evens that out.&lt;/b&gt;</source>
        <translation>&lt;b&gt;向量长，得分就大：模型自己的倍数把它拉平。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Σ share × v</source>
        <translation>Σ 份额 × v</translation>
    </message>
    <message>
        <source>c · tanh(score ÷ c) with c = %1 caps each score</source>
        <translation>c · tanh(得分 ÷ c)（c = %1）限制每个得分</translation>
    </message>
    <message>
        <source>&lt;b&gt;Shares of this row are set by hand&lt;/b&gt;; the others take what is left, in the softmax&apos;s proportion.</source>
        <translation>&lt;b&gt;这一行的份额由手动设定&lt;/b&gt;；其余的按 softmax 的比例分享剩下的。</translation>
    </message>
    <message>
        <source>&lt;r&gt;“%1”: &lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;</source>
        <translation>&lt;r&gt;“%1”：&lt;b&gt;%2&lt;/b&gt;&lt;/r&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;The head&apos;s sink, %1, is part of that sum and takes %2: nobody gets its share.&lt;/m&gt;</source>
        <translation>&lt;m&gt;这个头的汇点 %1 是这个和的一部分，得到 %2：没有人得到这一份。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>the head is switched off: the mean over other sentences stands in place of the sum</source>
        <translation>头已停用：用其他句子上的平均代替求和</translation>
    </message>
    <message>
        <source>&lt;m&gt;Shares of this row are set by hand.&lt;/m&gt;</source>
        <translation>&lt;m&gt;这一行的份额是手工设定的。&lt;/m&gt;</translation>
    </message>
    <message>
        <source>&lt;m&gt;The sink has no v: its %1 brings nothing.&lt;/m&gt;</source>
        <translation>&lt;m&gt;汇点没有 v：它的 %1 什么也不带来。&lt;/m&gt;</translation>
    </message>
</context>
<context>
    <name>PresentMatrices</name>
    <message>
        <source>The model has no matrix %1 now.</source>
        <translation>模型现在没有矩阵 %1。</translation>
    </message>
    <message>
        <source>%1 lies outside the matrix, which is %2.</source>
        <translation>%1 超出了矩阵的范围；矩阵为 %2。</translation>
    </message>
</context>
<context>
    <name>ProjectFiles</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>%1 — edited %2</source>
        <translation>%1 — 编辑于 %2</translation>
    </message>
</context>
<context>
    <name>ProjectState</name>
    <message>
        <source>%1 weights</source>
        <translation>%1 个权重</translation>
    </message>
    <message>
        <source>training… · %1</source>
        <translation>正在训练… · %1</translation>
    </message>
    <message>
        <source>Not used of the checkpoint’s files: %1</source>
        <translation>检查点文件中没有用到的：%1</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>升高(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>降低(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QComboBox</name>
    <message>
        <source>Open the combo box selection popup</source>
        <translation>打开组合框的选项列表</translation>
    </message>
</context>
<context>
    <name>QDialogButtonBox</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级目录</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表视图</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详情视图</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>转到上级目录</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新建一个文件夹</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>更改为列表视图模式</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>更改为详情视图模式</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>查找目录</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>目录：</translation>
    </message>
    <message>
        <source>Directories</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近位置</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>我的电脑</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>位置和书签列表</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Show </source>
        <translation>显示 </translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 已存在。
您想要替换它吗？</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
文件未找到。
请检查指定的文件名是否正确。</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
目录未找到。
请检查指定的目录名是否正确。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is write protected.
Do you want to delete it anyway?</source>
        <translation>“%1”已被写入保护。
您仍然想要删除它吗？</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>您确定要删除“%1”吗？</translation>
    </message>
    <message>
        <source>Could not delete directory.</source>
        <translation>无法删除目录。</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>%1 文件</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
</context>
<context>
    <name>QGnomeTheme</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Close without Saving</source>
        <translation>关闭且不保存</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>显示详情...</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>隐藏详情...</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>N&amp;o to All</source>
        <translation>全否(&amp;O)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save All</source>
        <translation>全部保存</translation>
    </message>
    <message>
        <source>Yes to &amp;All</source>
        <translation>全是(&amp;A)</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>向左滚动</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>向右滚动</translation>
    </message>
</context>
<context>
    <name>QUndoStack</name>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo %1</source>
        <translation>重做 %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <translation>撤销 %1</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>Randomness</name>
    <message>
        <source>partly random weights: arithmetic, not meaning</source>
        <translation>部分权重是随机的：只表示算术，不表示含义</translation>
    </message>
    <message>
        <source>random weights: arithmetic, not meaning</source>
        <translation>权重是随机的：只表示算术，不表示含义</translation>
    </message>
    <message>
        <source>underlined words mean nothing: their rows are random</source>
        <translation>带下划线的词没有含义：它们的行是随机的</translation>
    </message>
</context>
<context>
    <name>SaveModel</name>
    <message>
        <source>Save as a model folder</source>
        <translation>存为模型文件夹</translation>
    </message>
    <message>
        <source>New &amp;folder:</source>
        <translation>新文件夹(&amp;F)：</translation>
    </message>
    <message>
        <source>%1-edited</source>
        <translation>%1-修改</translation>
    </message>
</context>
<context>
    <name>SaveQuestions</name>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes to these projects?</source>
        <translation>要保存对这些项目的更改吗？</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>要保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <source>Unsaved changes will be lost.</source>
        <translation>未保存的更改将丢失。</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>“%1” was changed by another program since it was opened here.</source>
        <translation>“%1”在此处打开之后被其他程序改动过。</translation>
    </message>
    <message>
        <source>Overwriting discards what the other program wrote. “Compare” shows what differs and saves nothing.</source>
        <translation>覆盖会丢失其他程序写入的内容。“比较”只显示差别，不保存任何内容。</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Nothing is lost: the project is still open. Save it in another place, or try again.</source>
        <translation>没有丢失任何内容：项目仍然打开着。请保存到其他位置，或重试。</translation>
    </message>
</context>
<context>
    <name>ScoreParts</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1 to %2: the scaled score is %3.</source>
        <translation>%1 看 %2：缩放得分是 %3。</translation>
    </message>
    <message>
        <source>%1 to %2: the scaled score is %3 beyond that to %4.</source>
        <translation>%1 看 %2：缩放得分比看 %4 的超出 %3。</translation>
    </message>
    <message>
        <source>%1 to %2: the scaled score is %3 beyond the mean over the keys.</source>
        <translation>%1 看 %2：缩放得分比各键的平均超出 %3。</translation>
    </message>
    <message>
        <source>Most comes, in the query, from %1 (%2); in the key, from %3 (%4).</source>
        <translation>最多的部分，在查询中来自%1（%2），在键中来自%3（%4）。</translation>
    </message>
    <message>
        <source>No earlier head adds to it.</source>
        <translation>之前没有注意力头增加它。</translation>
    </message>
    <message>
        <source>One head stands out: %1 in the key (%2).</source>
        <translation>有一个头很突出：键中的%1（%2）。</translation>
    </message>
    <message>
        <source>One head stands out: %1 in the query (%2).</source>
        <translation>有一个头很突出：查询中的%1（%2）。</translation>
    </message>
    <message>
        <source>Strongest pairs: query × key</source>
        <translation>最强的部分对：查询 × 键</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Query parts × key parts</source>
        <translation>查询的部分 × 键的部分</translation>
    </message>
    <message>
        <source>of the query</source>
        <translation>查询的</translation>
    </message>
    <message>
        <source>of the key</source>
        <translation>键的</translation>
    </message>
    <message>
        <source>Score parts · %1</source>
        <translation>得分构成 · %1</translation>
    </message>
    <message>
        <source>The sum is the score before its soft cap.</source>
        <translation>这个和是软上限之前的得分。</translation>
    </message>
    <message>
        <source>How far apart they are adds %1.</source>
        <translation>它们的距离增加 %1。</translation>
    </message>
    <message>
        <source>Of the query %1</source>
        <translation>查询%1的部分</translation>
    </message>
    <message>
        <source>Of the key %1</source>
        <translation>键%1的部分</translation>
    </message>
    <message>
        <source>Strongest of the query</source>
        <translation>查询中最强的</translation>
    </message>
    <message>
        <source>Strongest of the key</source>
        <translation>键中最强的</translation>
    </message>
    <message>
        <source>No single head carries most of it: the most is %1 in the key (%2).</source>
        <translation>没有哪一个头占去大半：最多的是键中的%1（%2）。</translation>
    </message>
    <message>
        <source>No single head carries most of it: the most is %1 in the query (%2).</source>
        <translation>没有哪一个头占去大半：最多的是查询中的%1（%2）。</translation>
    </message>
</context>
<context>
    <name>SentenceBar</name>
    <message>
        <source>Source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Type or paste a sentence: tokens, links and heatmap follow</source>
        <translation>输入或粘贴一个句子：词元、连线和热力图随之更新</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>输入句子</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>What the decoder reads, exactly as written: a sentence for teaching begins with its own start token</source>
        <translation>解码器读到的内容，与所写完全一致：教学用的句子要自己写上起始词元</translation>
    </message>
    <message>
        <source>Type what the decoder reads, such as &lt;s&gt;</source>
        <translation>输入解码器要读的内容，例如 &lt;s&gt;</translation>
    </message>
    <message>
        <source>Why the sentence cannot be read</source>
        <translation>句子无法读入的原因</translation>
    </message>
</context>
<context>
    <name>SentenceData</name>
    <message>
        <source>“%1” looks at</source>
        <translation>“%1”关注</translation>
    </message>
    <message>
        <source>mean of what each word receives</source>
        <translation>每个词得到的关注的平均</translation>
    </message>
    <message>
        <source>what is moved to “%1”</source>
        <translation>移动到“%1”的量</translation>
    </message>
    <message>
        <source>full colour is %1</source>
        <translation>最深的颜色为 %1</translation>
    </message>
</context>
<context>
    <name>SentenceFigure</name>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>SetAttention</name>
    <message>
        <source>“%1” may not look at “%2”: it is masked out or cut.</source>
        <translation>“%1”不能看向“%2”：它被掩去或切断。</translation>
    </message>
    <message>
        <source>A weight is a number from 0 to 1.</source>
        <translation>权重是 0 到 1 的数。</translation>
    </message>
    <message>
        <source>The weights set for “%1” would sum to %2, which is more than 1.</source>
        <translation>为“%1”设定的权重之和将是 %2，超过了 1。</translation>
    </message>
    <message>
        <source>Every weight of “%1” would be set, but they sum to %2, not 1.</source>
        <translation>“%1”的每个权重都将被设定，但它们的和是 %2，不是 1。</translation>
    </message>
    <message>
        <source>The sentence does not have this word.</source>
        <translation>句子里没有这个词。</translation>
    </message>
    <message>
        <source>A file of attention holds weights alone: without a model nothing follows from another one.</source>
        <translation>注意力文件只有权重：没有模型，改变权重也得不出别的结果。</translation>
    </message>
    <message>
        <source>Choose one head first: its weights are set.</source>
        <translation>先选择一个头：设定的是它的权重。</translation>
    </message>
    <message>
        <source>The numbers of this sentence are still being computed.</source>
        <translation>这个句子的数还在计算中。</translation>
    </message>
    <message>
        <source>attention %1 of head %2 set to %3</source>
        <translation>头 %2 的注意力 %1 设为 %3</translation>
    </message>
    <message>
        <source>attention %1 of head %2 as computed</source>
        <translation>头 %2 的注意力 %1 按计算</translation>
    </message>
    <message>
        <source>attention %1 moved to %2</source>
        <translation>注意力 %1 移到 %2</translation>
    </message>
</context>
<context>
    <name>ShownState</name>
    <message>
        <source>now − pinned</source>
        <translation>现在 − 固定</translation>
    </message>
    <message>
        <source>This model has no attention: its decoder knows the sentence only through its first state. Model, “Attends to the encoder”, adds an attention.</source>
        <translation>这个模型没有注意力：解码器从句子得到的只有它的初始状态。在“模型”中用“注意编码器”可以给它注意力。</translation>
    </message>
    <message>
        <source>This model has no attention: its layers are recurrent cells. Open Unrolled to see them step by step.</source>
        <translation>这个模型没有注意力：它的层由循环单元组成。打开“展开”逐步查看。</translation>
    </message>
    <message>
        <source>This model has no attention.</source>
        <translation>这个模型没有注意力。</translation>
    </message>
    <message>
        <source>Some rows come from another pass, and how they came about is not known here. Take the patches away in Switch off to see the stages.</source>
        <translation>有的行来自另一次计算，它们怎样得来在这里不知道。在“停用”中去掉替入就能看到各个阶段。</translation>
    </message>
</context>
<context>
    <name>ShownTokens</name>
    <message>
        <source>less than 1 %</source>
        <translation>不到 1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>special tokens hidden: %1</source>
        <translation>特殊词元已隐藏：%1</translation>
    </message>
    <message>
        <source>special tokens hidden</source>
        <translation>特殊词元已隐藏</translation>
    </message>
    <message>
        <source>renormalised</source>
        <translation>已重新归一</translation>
    </message>
    <message>
        <source>shares of %1</source>
        <translation>%1 的份额</translation>
    </message>
    <message>
        <source>by value: %1</source>
        <translation>按值：%1</translation>
    </message>
    <message>
        <source>renormalised without sinks</source>
        <translation>去掉汇点后重新归一化</translation>
    </message>
    <message>
        <source>without the sink: %1</source>
        <translation>去掉汇点：%1</translation>
    </message>
    <message>
        <source>without the sink</source>
        <translation>去掉汇点</translation>
    </message>
    <message>
        <source>rows ÷ what is left</source>
        <translation>各行 ÷ 余下的部分</translation>
    </message>
</context>
<context>
    <name>SinkShare</name>
    <message>
        <source>sinks take %1</source>
        <translation>汇点占 %1</translation>
    </message>
</context>
<context>
    <name>SizeQuestion</name>
    <message>
        <source>Other sizes</source>
        <translation>其他尺寸</translation>
    </message>
    <message numerus="yes">
        <source>With other sizes the model cannot go on with the %n step(s) that it has learned; Ctrl+Z gives them back. Change the sizes?</source>
        <translation>
            <numerusform>尺寸改变后，模型无法继续已学的 %n 步；Ctrl+Z 可以恢复。要改变尺寸吗？</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SnapshotFacts</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1 %2 × %3</source>
        <comment>stack, layers × heads</comment>
        <translation>%1 %2 × %3</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>%1 (layers × heads), d_model %2</source>
        <translation>%1（层 × 头），d_model %2</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>masked words</source>
        <translation>掩去的词</translation>
    </message>
    <message>
        <source>sizes and rules</source>
        <translation>大小和规则</translation>
    </message>
    <message>
        <source>what is switched off</source>
        <translation>停用了什么</translation>
    </message>
    <message>
        <source>1 matrix</source>
        <translation>1 个矩阵</translation>
    </message>
    <message>
        <source>%1 matrices</source>
        <translation>%1 个矩阵</translation>
    </message>
    <message>
        <source>1 word&apos;s row</source>
        <translation>1 个词的行</translation>
    </message>
    <message>
        <source>the rows of %1 words</source>
        <translation>%1 个词的行</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>✕ switched off: %1 and %2 more</source>
        <translation>✕ 已停用：%1，另有 %2 个</translation>
    </message>
    <message>
        <source>✕ switched off: %1</source>
        <translation>✕ 已停用：%1</translation>
    </message>
</context>
<context>
    <name>SnapshotNews</name>
    <message>
        <source>architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>layers %1 → %2</source>
        <translation>层数 %1 → %2</translation>
    </message>
    <message>
        <source>decoder layers %1 → %2</source>
        <translation>解码器层数 %1 → %2</translation>
    </message>
    <message>
        <source>heads %1 → %2</source>
        <translation>头数 %1 → %2</translation>
    </message>
    <message>
        <source>decoder heads %1 → %2</source>
        <translation>解码器头数 %1 → %2</translation>
    </message>
    <message>
        <source>d_model %1 → %2</source>
        <translation>d_model %1 → %2</translation>
    </message>
    <message>
        <source>seed %1 → %2</source>
        <translation>种子 %1 → %2</translation>
    </message>
    <message>
        <source>model settings</source>
        <translation>模型设置</translation>
    </message>
    <message>
        <source>head %1 off</source>
        <translation>停用头 %1</translation>
    </message>
    <message>
        <source>head %1 on</source>
        <translation>启用头 %1</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1已停用</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>启用%1</translation>
    </message>
    <message>
        <source>%1 parts off</source>
        <translation>停用 %1 个部分</translation>
    </message>
    <message>
        <source>%1 parts on</source>
        <translation>启用 %1 个部分</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>%1 edited</source>
        <comment>a matrix</comment>
        <translation>已修改 %1</translation>
    </message>
    <message>
        <source>%1 matrices edited</source>
        <translation>已修改 %1 个矩阵</translation>
    </message>
    <message>
        <source>“%1” edited</source>
        <comment>a word&apos;s row</comment>
        <translation>已修改“%1”</translation>
    </message>
    <message>
        <source>%1 words edited</source>
        <translation>已修改 %1 个词</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>masked words</source>
        <translation>掩去的词</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>attention by hand</source>
        <translation>手动设定的注意力</translation>
    </message>
    <message>
        <source>patches</source>
        <translation>替入</translation>
    </message>
</context>
<context>
    <name>Snapshots</name>
    <message>
        <source>Snapshot %1</source>
        <translation>快照 %1</translation>
    </message>
    <message>
        <source>snapshot %1</source>
        <translation>快照 %1</translation>
    </message>
    <message>
        <source>snapshot %1 · %2</source>
        <translation>快照 %1 · %2</translation>
    </message>
</context>
<context>
    <name>SpecialShare</name>
    <message>
        <source>special tokens took %1 of the rollout</source>
        <translation>特殊词元在注意力展开中所占：%1</translation>
    </message>
    <message>
        <source>special tokens took %1 of the attention of %2 heads, on average</source>
        <translation>特殊词元在 %2 个头的注意力中平均所占：%1</translation>
    </message>
    <message>
        <source>special tokens took %1 of the attention of head %2</source>
        <translation>特殊词元在头 %2 的注意力中所占：%1</translation>
    </message>
</context>
<context>
    <name>SpokenName</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 by mean</source>
        <translation>%1换成平均</translation>
    </message>
    <message>
        <source>%1 by uniform</source>
        <translation>%1换成均匀</translation>
    </message>
    <message>
        <source>head %1 off</source>
        <translation>停用头 %1</translation>
    </message>
    <message>
        <source>heads %1 off</source>
        <translation>停用头 %1</translation>
    </message>
    <message>
        <source>attention %1 off</source>
        <translation>停用注意力 %1</translation>
    </message>
    <message>
        <source>feed-forward %1 off</source>
        <translation>停用前馈网络 %1</translation>
    </message>
    <message>
        <source>head %1 T = %2</source>
        <translation>头 %1 T = %2</translation>
    </message>
    <message>
        <source>state %1 off</source>
        <translation>停用状态 %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>切断 %1</translation>
    </message>
    <message>
        <source>%1 by old mean over %2</source>
        <translation>%1（%2 上的旧平均）</translation>
    </message>
    <message>
        <source>%1 by mean over %2</source>
        <translation>%1（%2 上的平均）</translation>
    </message>
    <message>
        <source>patched %1</source>
        <translation>替入 %1</translation>
    </message>
</context>
<context>
    <name>StepCell</name>
    <message>
        <source>first state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>The decoder begins where the encoder ended: tanh(s W + b) of its last states s</source>
        <translation>解码器从编码器结束处开始：对编码器最后的状态 s 取 tanh(s W + b)</translation>
    </message>
    <message>
        <source>The decoder begins with the mean s of the encoder&apos;s rows: tanh(s W + b)</source>
        <translation>解码器从编码器各行的平均 s 开始：tanh(s W + b)</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>Every layer of the decoder begins with it</source>
        <translation>解码器的每一层都从它开始</translation>
    </message>
    <message>
        <source>reset gate</source>
        <translation>重置门</translation>
    </message>
    <message>
        <source>update gate</source>
        <translation>更新门</translation>
    </message>
    <message>
        <source>How much of the state before “%1” the candidate sees</source>
        <translation>候选看到“%1”之前的状态的多少</translation>
    </message>
    <message>
        <source>How much of the state before “%1” stays</source>
        <translation>“%1”之前的状态保留多少</translation>
    </message>
    <message>
        <source>σ(from x + from h)</source>
        <translation>σ(来自 x + 来自 h)</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>What “%1” would make of the state that the reset gate lets through</source>
        <translation>“%1”会把重置门放过的状态变成什么</translation>
    </message>
    <message>
        <source>tanh(from x + r ∘ from h)</source>
        <translation>tanh(来自 x + r ∘ 来自 h)</translation>
    </message>
    <message>
        <source>tanh(from x + from h)</source>
        <translation>tanh(来自 x + 来自 h)</translation>
    </message>
    <message>
        <source>new state</source>
        <translation>新状态</translation>
    </message>
    <message>
        <source>The state after “%1”</source>
        <translation>“%1”之后的状态</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>算得</translation>
    </message>
    <message>
        <source>The state is set to zero</source>
        <translation>状态被置零：以零代替</translation>
    </message>
    <message>
        <source>“%1” is masked out: the state stays as it was</source>
        <translation>“%1”被掩码：状态保持不变</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>from x</source>
        <translation>来自 x</translation>
    </message>
    <message>
        <source>from h</source>
        <translation>来自 h</translation>
    </message>
    <message>
        <source>[x; context]</source>
        <translation>[x；上下文]</translation>
    </message>
    <message>
        <source>[x, context]</source>
        <translation>[x，上下文]</translation>
    </message>
    <message>
        <source>σ of</source>
        <translation>σ：</translation>
    </message>
    <message>
        <source>tanh of</source>
        <translation>tanh：</translation>
    </message>
    <message>
        <source>[X; contexts]</source>
        <translation>[X；上下文]</translation>
    </message>
    <message>
        <source>[X, contexts]</source>
        <translation>[X，上下文]</translation>
    </message>
    <message>
        <source>[s; context]</source>
        <translation>[s；上下文]</translation>
    </message>
    <message>
        <source>[s, context]</source>
        <translation>[s，上下文]</translation>
    </message>
    <message>
        <source>combine</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>State and context of “%1” together: what the output reads</source>
        <translation>“%1”的状态与上下文合在一起：输出层读取的内容</translation>
    </message>
    <message>
        <source>combined</source>
        <translation>合并后</translation>
    </message>
    <message>
        <source>s is the state of the top layer after the step</source>
        <translation>s 是这一步之后最上层的状态</translation>
    </message>
    <message>
        <source>r multiplies the product of h and U_c; in Cho et al. 2014 it multiplies h itself</source>
        <translation>r 乘的是 U_c 由 h 得到的结果；Cho 等（2014）乘的是 h 本身</translation>
    </message>
    <message>
        <source>first cell state</source>
        <translation>初始单元状态</translation>
    </message>
    <message>
        <source>The cell state begins likewise: tanh(s W_c + b_c) of the encoder’s last cell states s</source>
        <translation>单元状态同样开始：由编码器最后的单元状态 s 得到 tanh(s W_c + b_c)</translation>
    </message>
    <message>
        <source>The cell state begins likewise: tanh(s W_c + b_c) of the same mean s</source>
        <translation>单元状态同样开始：由同一个平均 s 得到 tanh(s W_c + b_c)</translation>
    </message>
    <message>
        <source>input gate</source>
        <translation>输入门</translation>
    </message>
    <message>
        <source>How much of the candidate of “%1” enters the cell state</source>
        <translation>“%1”的候选有多少进入单元状态</translation>
    </message>
    <message>
        <source>forget gate</source>
        <translation>遗忘门</translation>
    </message>
    <message>
        <source>How much of the cell state before “%1” stays</source>
        <translation>“%1”之前的单元状态保留多少</translation>
    </message>
    <message>
        <source>What “%1” would add to the cell state</source>
        <translation>“%1”将要加进单元状态的内容</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <source>How much of the cell state the state after “%1” shows</source>
        <translation>“%1”之后的状态显示出单元状态的多少</translation>
    </message>
    <message>
        <source>cell state</source>
        <translation>单元状态</translation>
    </message>
    <message>
        <source>What the cell remembers after “%1”</source>
        <translation>“%1”之后单元记住的内容</translation>
    </message>
</context>
<context>
    <name>StepDifference</name>
    <message>
        <source>“%1” is new: the pinned state does not have it.</source>
        <translation>“%1”是新的：固定的状态没有它。</translation>
    </message>
    <message>
        <source>Only the present state has this stage: there is nothing to compare with</source>
        <translation>只有当前状态有这个阶段：没有可比的</translation>
    </message>
    <message>
        <source>Only the pinned state has this stage: there is nothing to compare with</source>
        <translation>只有固定状态有这个阶段：没有可比的</translation>
    </message>
    <message>
        <source>In the pinned state what is computed here is replaced</source>
        <translation>固定的状态中，这里算出的结果被替换了</translation>
    </message>
    <message>
        <source>In the pinned state: %1</source>
        <translation>固定的状态中：%1</translation>
    </message>
    <message>
        <source>Only the present state has: %1</source>
        <translation>只有当前状态有：%1</translation>
    </message>
    <message>
        <source>Only the pinned state has: %1</source>
        <translation>只有固定的状态有：%1</translation>
    </message>
    <message>
        <source>%1, new</source>
        <translation>%1，新</translation>
    </message>
    <message>
        <source>Each matrix: now − pinned. The equations hold within each state, not for the differences</source>
        <translation>每个矩阵：现在 − 固定。由几个矩阵得出另一个的算式在每个状态之内成立，对差值不成立</translation>
    </message>
    <message>
        <source>Forbidden now, allowed before: %1</source>
        <translation>现在被禁止、之前允许：%1</translation>
    </message>
    <message>
        <source>Allowed now, forbidden before: %1</source>
        <translation>现在允许、之前被禁止：%1</translation>
    </message>
    <message>
        <source>The pinned state has no such chain of cells.</source>
        <translation>固定的状态没有这条单元链。</translation>
    </message>
    <message>
        <source>%1, pinned %2</source>
        <translation>%1，固定 %2</translation>
    </message>
</context>
<context>
    <name>StepDropout</name>
    <message>
        <source>weight × mask</source>
        <translation>权重 × 掩码</translation>
    </message>
    <message>
        <source> · after the dropout of step %1</source>
        <translation> · 第 %1 步随机丢弃之后</translation>
    </message>
</context>
<context>
    <name>StepMaker</name>
    <message>
        <source>%1 → %2, %3</source>
        <translation>%1 → %2，%3</translation>
    </message>
    <message>
        <source>embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>How “%1” becomes its row of X</source>
        <translation>“%1”如何成为 X 中的一行</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>× √%1</source>
        <translation>× √%1</translation>
    </message>
    <message>
        <source>The token&apos;s row is scaled by √d_model = √%1</source>
        <translation>词元的行乘以 √d_model = √%1</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>位置 %1</translation>
    </message>
    <message>
        <source>Nothing is added: the model has no positions</source>
        <translation>不加任何内容：模型没有位置编码</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>The embedding norm comes before the first layer</source>
        <translation>第一层之前先做嵌入归一化</translation>
    </message>
    <message>
        <source>The query is made of the decoder&apos;s stream, key and value of the encoder&apos;s output</source>
        <translation>查询来自解码器的残差流，键和值来自编码器的输出</translation>
    </message>
    <message>
        <source>x: output of layer %1</source>
        <translation>x：第 %1 层的输出</translation>
    </message>
    <message>
        <source>project</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>q of “%1”; k and v of “%2”: row times columns</source>
        <translation>“%1”的 q；“%2”的 k 和 v：行乘以各列</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>The stream is normed before: x = norm(stream)</source>
        <translation>残差流先经过归一化：x = norm(残差流)</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>x(%1)</source>
        <translation>x(%1)</translation>
    </message>
    <message>
        <source>q(%1)</source>
        <translation>q(%1)</translation>
    </message>
    <message>
        <source>k(%1)</source>
        <translation>k(%1)</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>How well the query of “%1” matches the key of “%2”</source>
        <translation>“%1”的查询与“%2”的键有多匹配</translation>
    </message>
    <message>
        <source>w_a · tanh(q + k)</source>
        <translation>w_a · tanh(q + k)</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>第 %1 维</translation>
    </message>
    <message>
        <source>w_a</source>
        <translation>w_a</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>各项</translation>
    </message>
    <message>
        <source>q·k</source>
        <translation>q·k</translation>
    </message>
    <message>
        <source>q · k</source>
        <translation>q · k</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scores: those of “%1” for every key</source>
        <translation>得分：“%1”对每个键的得分</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>So that long vectors do not make the softmax too sharp</source>
        <translation>以免向量一长，softmax 就过于尖锐</translation>
    </message>
    <message>
        <source>Nothing is scaled</source>
        <translation>不做缩放</translation>
    </message>
    <message>
        <source>The score is the plain dot product: nothing is scaled</source>
        <translation>得分就是普通点积：不做缩放</translation>
    </message>
    <message>
        <source>The additive (concat) score is not scaled</source>
        <translation>加性（concat）得分不做缩放</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放后</translation>
    </message>
    <message>
        <source>score ÷ √d_k</source>
        <translation>得分 ÷ √d_k</translation>
    </message>
    <message>
        <source>d_k is %1, and √%1 = %2</source>
        <translation>d_key 为 %1，√%1 = %2</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>What “%1” must not see becomes −∞</source>
        <translation>“%1”不许看到的变成 −∞</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>掩码后</translation>
    </message>
    <message>
        <source>“%1” stands after “%2”: the causal mask forbids it</source>
        <translation>“%1”在“%2”之后：因果掩码不允许</translation>
    </message>
    <message>
        <source>“%1” is masked out as padding</source>
        <translation>“%1”作为填充被掩去</translation>
    </message>
    <message>
        <source>“%1” is allowed: its score stays</source>
        <translation>“%1”允许被看到：得分不变</translation>
    </message>
    <message>
        <source>Keys: %1; later (causal): %2; padding: %3</source>
        <translation>键：%1；在后面（因果）：%2；填充：%3</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Softmax over the keys of “%1”</source>
        <translation>对“%1”的所有键做 softmax</translation>
    </message>
    <message>
        <source>Every key is forbidden: all weights are 0</source>
        <translation>所有键都被掩去：权重全为 0</translation>
    </message>
    <message>
        <source>weigh</source>
        <translation>加权</translation>
    </message>
    <message>
        <source>Each weight × its v row; their sum is the head&apos;s output</source>
        <translation>每个权重 × 对应的 v 行；它们的和就是这个头的输出</translation>
    </message>
    <message>
        <source>A row is as long as its weight</source>
        <translation>行的长度等于权重</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>其余 %1 个</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Σ weight × v</source>
        <translation>Σ 权重 × v</translation>
    </message>
    <message>
        <source>join heads</source>
        <translation>拼接各头</translation>
    </message>
    <message>
        <source>The heads side by side, × W_O</source>
        <translation>各头并排，× W_O</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>Head %1 owns the columns %2 to %3 of %4</source>
        <translation>头 %1 占有共 %4 列中的第 %2 到 %3 列</translation>
    </message>
    <message>
        <source>The heads side by side</source>
        <translation>各头并排</translation>
    </message>
    <message>
        <source>The model has no output projection: the joined row is the output</source>
        <translation>模型没有输出投影：拼接后的行原样传下去</translation>
    </message>
    <message>
        <source>How “%1” becomes its column of X</source>
        <translation>“%1”如何成为 X 中的一列</translation>
    </message>
    <message>
        <source>The token&apos;s column is scaled by √d_model = √%1</source>
        <translation>词元的列乘以 √d_model = √%1</translation>
    </message>
    <message>
        <source>p%1</source>
        <translation>p%1</translation>
    </message>
    <message>
        <source>one-hot %1</source>
        <translation>独热 %1</translation>
    </message>
    <message>
        <source>appended</source>
        <translation>拼接后</translation>
    </message>
    <message>
        <source>[I, W_P] · [token; one-hot]</source>
        <translation>[I, W_P] · [词元; 独热]</translation>
    </message>
    <message>
        <source>[token, one-hot] · [I; W_P]</source>
        <translation>[词元, 独热] · [I; W_P]</translation>
    </message>
    <message>
        <source>The one-hot vector of position %1, appended and multiplied by W_P, picks one column of W_P: the same as an added, learned one</source>
        <translation>把位置 %1 的独热向量拼接上再乘以 W_P，就选出 W_P 的一列：与加上一个可学习的位置相同</translation>
    </message>
    <message>
        <source>The one-hot vector of position %1, appended and multiplied by W_P, picks one row of W_P: the same as an added, learned one</source>
        <translation>把位置 %1 的独热向量拼接上再乘以 W_P，就选出 W_P 的一行：与加上一个可学习的位置相同</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1, column %2</source>
        <translation>%1，第 %2 列</translation>
    </message>
    <message>
        <source>q of “%1”; k and v of “%2”: rows times column</source>
        <translation>“%1”的 q；“%2”的 k 和 v：各行乘以列</translation>
    </message>
    <message>
        <source>“By hand” ends with the weighted sum; from here on the numbers are exact</source>
        <translation>手算到加权求和为止：从这里开始是精确的数</translation>
    </message>
    <message>
        <source>exp(%1) is too large for a computer. This is why programs subtract the largest score first, as is done here</source>
        <translation>exp(%1) 大得计算机无法表示。所以程序会先减去最大的得分，这里也是这样做的</translation>
    </message>
    <message>
        <source>Even exp(%1) is too small for a computer. This is why programs subtract the largest score first, as is done here</source>
        <translation>连 exp(%1) 都小得计算机无法表示。所以程序会先减去最大的得分，这里也是这样做的</translation>
    </message>
    <message>
        <source>Rounded to one decimal so that the column still sums to 1: what is missing goes to the largest remainders</source>
        <translation>保留一位小数，并使该列之和仍为 1：缺少的部分补给余数最大的数</translation>
    </message>
    <message>
        <source>Rounded to one decimal so that the row still sums to 1: what is missing goes to the largest remainders</source>
        <translation>保留一位小数，并使该行之和仍为 1：缺少的部分补给余数最大的数</translation>
    </message>
    <message>
        <source>Rounded to %1 decimals so that the column still sums to 1: what is missing goes to the largest remainders</source>
        <translation>保留 %1 位小数，并使该列之和仍为 1：缺少的部分补给余数最大的数</translation>
    </message>
    <message>
        <source>Rounded to %1 decimals so that the row still sums to 1: what is missing goes to the largest remainders</source>
        <translation>保留 %1 位小数，并使该行之和仍为 1：缺少的部分补给余数最大的数</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>rounded to one decimal</source>
        <translation>保留一位小数</translation>
    </message>
    <message>
        <source>rounded to %1 decimals</source>
        <translation>保留 %1 位小数</translation>
    </message>
    <message>
        <source>exp</source>
        <translation>exp</translation>
    </message>
    <message>
        <source>Σ exp</source>
        <translation>Σ exp</translation>
    </message>
    <message>
        <source>exp ÷ Σ exp</source>
        <translation>exp ÷ Σ exp</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>A column is as long as its weight</source>
        <translation>列的长度等于权重</translation>
    </message>
    <message>
        <source>Each weight × its v column; their sum is the head&apos;s output</source>
        <translation>每个权重 × 对应的 v 列；它们的和就是这个头的输出</translation>
    </message>
    <message>
        <source>The heads below each other, W_O · heads</source>
        <translation>各头上下相接，W_O · 各头</translation>
    </message>
    <message>
        <source>Head %1 owns the rows %2 to %3 of %4</source>
        <translation>头 %1 占有共 %4 行中的第 %2 到 %3 行</translation>
    </message>
    <message>
        <source>The heads below each other</source>
        <translation>各头上下相接</translation>
    </message>
    <message>
        <source>The model has no output projection: the joined column is the output</source>
        <translation>模型没有输出投影：拼接后的列原样传下去</translation>
    </message>
    <message>
        <source>By hand: the rounded weights go into the sum; the exact sum stands beside</source>
        <translation>手算：用舍入后的权重求和；旁边是精确的和</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>one-hot</source>
        <translation>one-hot</translation>
    </message>
    <message>
        <source>Switched off, zeros in place of the output of: head %1</source>
        <translation>已停用，用零代替输出：头 %1</translation>
    </message>
    <message>
        <source>Switched off, the mean in place of the output of: head %1</source>
        <translation>已停用，用平均代替输出：头 %1</translation>
    </message>
    <message>
        <source>Uniform weights in place of the softmax of: head %1</source>
        <translation>用均匀的权重代替 softmax：头 %1</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>算得</translation>
    </message>
    <message>
        <source>The attention is switched off: zeros in place of its output</source>
        <translation>注意力已停用：用零代替它的输出</translation>
    </message>
    <message>
        <source>The attention is switched off: the mean over the sentence&apos;s tokens in place of its output</source>
        <translation>注意力已停用：用句子各词元的平均代替它的输出</translation>
    </message>
    <message>
        <source>÷ %1</source>
        <translation>÷ %1</translation>
    </message>
    <message>
        <source>÷ T</source>
        <translation>÷ T</translation>
    </message>
    <message>
        <source>tempered</source>
        <translation>除以温度</translation>
    </message>
    <message>
        <source>score ÷ T</source>
        <translation>得分 ÷ T</translation>
    </message>
    <message>
        <source>Temperature T = %1: every score is divided by it before the softmax. It is no part of the model</source>
        <translation>温度 T = %1：softmax 之前每个得分都除以它。它不是模型的一部分</translation>
    </message>
    <message>
        <source>1 ÷ allowed keys</source>
        <translation>1 ÷ 可关注的键数</translation>
    </message>
    <message>
        <source>Switched off: the weights are made uniform in place of the softmax, whatever the scores are</source>
        <translation>已停用：无论得分如何，都用均匀的权重代替 softmax</translation>
    </message>
    <message>
        <source>The same weight for every key that “%1” may attend to, in place of the softmax</source>
        <translation>“%1”可以关注的每个键权重相同，代替 softmax</translation>
    </message>
    <message>
        <source>The head is switched off: zeros in place of its output</source>
        <translation>这个头已停用：用零代替它的输出</translation>
    </message>
    <message>
        <source>The head is switched off: the mean over the sentence&apos;s tokens in place of its output</source>
        <translation>这个头已停用：用句子各词元的平均代替它的输出</translation>
    </message>
    <message>
        <source>No position is added here: positions rotate q and k</source>
        <translation>这里不加位置：位置用来旋转 q 和 k</translation>
    </message>
    <message>
        <source>The model has no positions</source>
        <translation>模型没有位置编码</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Type %1 of %2: which sentence of a pair the token stands in, counted from 0</source>
        <translation>%2 个类型中的类型 %1：词元在句对的哪一句，从 0 数起</translation>
    </message>
    <message>
        <source>with position</source>
        <translation>加上位置</translation>
    </message>
    <message>
        <source>φ of %1</source>
        <translation>%1 的 φ</translation>
    </message>
    <message>
        <source>position × %1^(−%2 ÷ %3)</source>
        <translation>位置 × %1^(−%2 ÷ %3)</translation>
    </message>
    <message>
        <source>%1[%2] × cos φ − %1[%3] × sin φ</source>
        <translation>%1[%2] × cos φ − %1[%3] × sin φ</translation>
    </message>
    <message>
        <source>%1[%2] × cos φ + %1[%3] × sin φ</source>
        <translation>%1[%2] × cos φ + %1[%3] × sin φ</translation>
    </message>
    <message>
        <source>Head %1 reads key and value head %2, as heads %3 to %4 do</source>
        <translation>头 %1 读取键值头 %2，头 %3 到 %4 都是如此</translation>
    </message>
    <message>
        <source>Rotary positions: q₀ and k₀ are as projected. Each pair of columns %1 apart is rotated by the angle φ = position × %2^(−2c ÷ %3), where c is its first column and positions count from 0</source>
        <translation>旋转位置：q₀ 和 k₀ 是投影所得。相隔 %1 列的每一对列旋转角度 φ = 位置 × %2^(−2c ÷ %3)，其中 c 是该对的前一列，位置从 0 数起</translation>
    </message>
    <message>
        <source>(q W_g) · k</source>
        <translation>(q W_g) · k</translation>
    </message>
    <message>
        <source>qW·k</source>
        <translation>qW·k</translation>
    </message>
    <message>
        <source>The general score is not scaled</source>
        <translation>一般得分不缩放</translation>
    </message>
    <message>
        <source>the encoder’s states</source>
        <translation>编码器的状态</translation>
    </message>
    <message>
        <source>the encoder’s output</source>
        <translation>编码器的输出</translation>
    </message>
    <message>
        <source>The query is made of the decoder’s state before this step, key and value of %1</source>
        <translation>查询由解码器在这一步之前的状态得来，键和值由%1得来</translation>
    </message>
    <message>
        <source>The query is made of the decoder’s state after this step, key and value of %1</source>
        <translation>查询由解码器在这一步之后的状态得来，键和值由%1得来</translation>
    </message>
    <message>
        <source>the padding’s position</source>
        <translation>填充的位置</translation>
    </message>
    <message>
        <source>exp of each score as it is. Programs subtract the column&apos;s largest, %1 of “%2”, first, so that nothing becomes too large; the quotients stay the same</source>
        <translation>对每个得分直接取 exp。程序会先减去该列最大的得分（“%2”的 %1），以免数值过大；商不变</translation>
    </message>
    <message>
        <source>exp of each score as it is. Programs subtract the row&apos;s largest, %1 of “%2”, first, so that nothing becomes too large; the quotients stay the same</source>
        <translation>对每个得分直接取 exp。程序会先减去该行最大的得分（“%2”的 %1），以免数值过大；商不变</translation>
    </message>
    <message>
        <source>Embeddings are multiplied by %1, which the model has for that</source>
        <translation>嵌入乘以 %1，这是模型专门规定的</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>The model was trained with 12% of the rows at 0: rows are multiplied by 0.88 ÷ (1 − the share of mask tokens), and those of masks are 0</source>
        <translation>模型训练时有 12% 的行为 0：各行乘以 0.88 ÷ (1 − 掩码词元所占的比例)，掩码的行为 0</translation>
    </message>
    <message>
        <source>normed</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>Rows of %1 numbers are projected to the %2 of the layers, which saves weights</source>
        <translation>%1 个数的行投影为各层的 %2 个数，这样节省权重</translation>
    </message>
    <message>
        <source>%1 ÷ %2</source>
        <translation>%1 ÷ %2</translation>
    </message>
    <message>
        <source>%1, the base raised for a longer sentence</source>
        <translation>%1，句子更长，底数更大</translation>
    </message>
    <message>
        <source>%1, slow angles ÷ %2</source>
        <translation>%1，慢的角度 ÷ %2</translation>
    </message>
    <message>
        <source>%1 ÷ the pair&apos;s factor</source>
        <translation>%1 ÷ 这一对的除数</translation>
    </message>
    <message>
        <source>not rotated</source>
        <translation>不旋转</translation>
    </message>
    <message>
        <source>Linear scaling: every angle is divided by %1</source>
        <translation>线性缩放：每个角度除以 %1</translation>
    </message>
    <message>
        <source>Dynamic scaling: in sentences longer than %1 tokens the base grows with their length</source>
        <translation>动态缩放：句子超过 %1 个词元时，底数随长度增大</translation>
    </message>
    <message>
        <source>Llama 3 scaling: angles that turn less than %1 times within %2 tokens are divided by %3, those that turn more than %4 times stay, and those between are mixed</source>
        <translation>Llama 3 缩放：在 %2 个词元内转不到 %1 圈的角度除以 %3，转 %4 圈以上的不变，两者之间的混合</translation>
    </message>
    <message>
        <source>YaRN: angles that turn less than %1 times within %2 tokens are divided by %3, those that turn more than %4 times stay, and those between are mixed</source>
        <translation>YaRN：在 %2 个词元内转不到 %1 圈的角度除以 %3，转 %4 圈以上的不变，两者之间的混合</translation>
    </message>
    <message>
        <source>LongRoPE: each pair&apos;s angle is divided by a factor of its own; sentences longer than %1 tokens have other factors</source>
        <translation>LongRoPE：每对列的角度除以自己的除数；超过 %1 个词元的句子用另外的除数</translation>
    </message>
    <message>
        <source>q₀ and k₀ are normed, those of each head by themselves, so that no score grows too large</source>
        <translation>q₀ 和 k₀ 归一化，每个头各自进行，免得得分过大</translation>
    </message>
    <message>
        <source>q₀ and k₀ are normed over the columns of all heads, so that no score grows too large</source>
        <translation>q₀ 和 k₀ 对所有头的列一起归一化，免得得分过大</translation>
    </message>
    <message>
        <source>Layer %1 does not rotate: it does not know positions</source>
        <translation>第 %1 层不旋转：它不知道位置</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 columns of a head are rotated</source>
        <translation>一个头的 %2 列中只有前 %1 列被旋转</translation>
    </message>
    <message>
        <source>cos φ and sin φ are multiplied by %1</source>
        <translation>cos φ 和 sin φ 乘以 %1</translation>
    </message>
    <message>
        <source>The scores of layer %1 are divided by %1 besides, as GPT-2 can</source>
        <translation>第 %1 层的得分另除以 %1，这是 GPT-2 的一个选项</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>ALiBi: −slope × distance, with a slope of the head’s own, says where a key stands; nothing is added to the tokens</source>
        <translation>ALiBi：−斜率 × 距离（每个头有自己的斜率）说明键的位置；词元上什么也不加</translation>
    </message>
    <message>
        <source>The head adds a learned number for each bucket of distances, which all layers share</source>
        <translation>该头为每一档距离加上一个学得的数，各层共用</translation>
    </message>
    <message>
        <source>score × %1</source>
        <translation>得分 × %1</translation>
    </message>
    <message>
        <source>The model has a multiplier of its own in the place of 1 ÷ √d_k</source>
        <translation>模型用自己的倍数代替 1 ÷ √d_k</translation>
    </message>
    <message>
        <source>score ÷ layer</source>
        <translation>得分 ÷ 层号</translation>
    </message>
    <message>
        <source>score + bias of the distance</source>
        <translation>得分 + 距离的偏置</translation>
    </message>
    <message>
        <source>“%1” stands outside the window of %2 tokens that ends at “%3”</source>
        <translation>“%1”在以“%3”结尾的 %2 个词元的窗口之外</translation>
    </message>
    <message>
        <source>Window: a token sees itself and the %1 before it; outside it: %2</source>
        <translation>窗口：词元看见自己和之前的 %1 个；窗口之外：%2</translation>
    </message>
    <message>
        <source>soft cap %1</source>
        <translation>软上限 %1</translation>
    </message>
    <message>
        <source>Soft cap: %1 × tanh(score ÷ %1) lies between −%1 and %1, so that no score outgrows all others, as in Gemma 2</source>
        <translation>软上限：%1 × tanh(得分 ÷ %1) 在 −%1 与 %1 之间，没有得分会远超其他得分，如 Gemma 2</translation>
    </message>
    <message>
        <source>tanh(score ÷ %1)</source>
        <translation>tanh(得分 ÷ %1)</translation>
    </message>
    <message>
        <source>%1 × tanh</source>
        <translation>%1 × tanh</translation>
    </message>
    <message>
        <source>The link from “%1” to “%2” is cut by hand</source>
        <translation>从“%1”到“%2”的连线被手动切断</translation>
    </message>
    <message>
        <source>Rounded so that the weights and the sink’s still sum to 1: what is missing goes to the largest remainders</source>
        <translation>取整后各权重与汇点的权重之和仍为 1：缺少的部分给余数最大的</translation>
    </message>
    <message>
        <source>The sink %1, a learned number of the head, joins the sum as a score without a key, as in gpt-oss: what it takes is dropped, and the weights sum to %2</source>
        <translation>汇点 %1 是这个头学得的数，作为没有键的得分加入求和，如 gpt-oss：它得到的被丢弃，各权重之和为 %2</translation>
    </message>
    <message>
        <source>“%1” %2</source>
        <translation>“%1” %2</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设定</translation>
    </message>
    <message>
        <source>softmax × (1 − set) ÷ (1 − softmax there)</source>
        <translation>softmax × (1 − 设定) ÷ (1 − 那里的 softmax)</translation>
    </message>
    <message>
        <source>Set by hand: %1. The row&apos;s other weights are multiplied by (1 − %2) ÷ (1 − %3), so that it still sums to 1</source>
        <translation>手动设定：%1。该行其余权重乘以 (1 − %2) ÷ (1 − %3)，使整行之和仍为 1</translation>
    </message>
    <message>
        <source>Set by hand: %1. The row&apos;s other weights were all 0; they share what is left alike</source>
        <translation>手动设定：%1。该行其余权重原来全为 0，平分剩下的</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>汇点</translation>
    </message>
    <message>
        <source>widened</source>
        <translation>扩宽后</translation>
    </message>
    <message>
        <source>Switched off, the mean over other sentences in place of the output of: head %1</source>
        <translation>停用，输出换成其他句子上的平均：头 %1</translation>
    </message>
    <message>
        <source>The attention is switched off: the mean over other sentences in place of its output</source>
        <translation>注意力已停用：输出换成其他句子上的平均</translation>
    </message>
    <message>
        <source>The head is switched off: the mean over other sentences in place of its output</source>
        <translation>头已停用：输出换成其他句子上的平均</translation>
    </message>
</context>
<context>
    <name>StepMatrices</name>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>norm of</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Kᵀ</source>
        <translation>Kᵀ</translation>
    </message>
    <message>
        <source>w_a · tanh of each pair,</source>
        <translation>每一对的 w_a · tanh：</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放后</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>掩码后</translation>
    </message>
    <message>
        <source>softmax of</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Â</source>
        <translation>Â</translation>
    </message>
    <message>
        <source>O</source>
        <translation>O</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>normed</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏层</translation>
    </message>
    <message>
        <source>activation of</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>[tokens; one-hot]</source>
        <translation>[词元; 独热]</translation>
    </message>
    <message>
        <source>[tokens, one-hot]</source>
        <translation>[词元, 独热]</translation>
    </message>
    <message>
        <source>[I, W_P]</source>
        <translation>[I, W_P]</translation>
    </message>
    <message>
        <source>[I; W_P]</source>
        <translation>[I; W_P]</translation>
    </message>
    <message>
        <source>exact Â</source>
        <translation>精确 Â</translation>
    </message>
    <message>
        <source>rounded</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>exact O</source>
        <translation>精确 O</translation>
    </message>
    <message>
        <source>%1 · v(%2)</source>
        <translation>%1 · v(%2)</translation>
    </message>
    <message>
        <source>o(%1)</source>
        <translation>o(%1)</translation>
    </message>
    <message>
        <source>in place of softmax of</source>
        <translation>代替 softmax：</translation>
    </message>
    <message>
        <source>uniform weights:</source>
        <translation>均匀的权重：</translation>
    </message>
    <message>
        <source>exact sum</source>
        <translation>精确的和</translation>
    </message>
    <message>
        <source>weight · v(%1)</source>
        <translation>权重 · v(%1)</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>算得</translation>
    </message>
    <message>
        <source>rotated by position:</source>
        <translation>按位置旋转：</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>activated</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门</translation>
    </message>
    <message>
        <source>with position</source>
        <translation>加上位置</translation>
    </message>
    <message>
        <source>softmax over all %1 tokens:</source>
        <translation>对全部 %1 个词元做 softmax：</translation>
    </message>
    <message>
        <source>× 0.88 ÷ (1 − masks)</source>
        <translation>× 0.88 ÷ (1 − 掩码)</translation>
    </message>
    <message>
        <source>bias of the distance</source>
        <translation>距离的偏置</translation>
    </message>
    <message>
        <source>all ÷ %1</source>
        <translation>全部 ÷ %1</translation>
    </message>
    <message>
        <source>and the sink %1</source>
        <translation>和汇点 %1</translation>
    </message>
    <message>
        <source>with weights set by hand:</source>
        <translation>并手动设定权重：</translation>
    </message>
    <message>
        <source>soft cap %1</source>
        <translation>软上限 %1</translation>
    </message>
    <message>
        <source>widened</source>
        <translation>扩宽后</translation>
    </message>
</context>
<context>
    <name>StepReplacement</name>
    <message>
        <source>zeros in its place</source>
        <translation>换成零</translation>
    </message>
    <message>
        <source>the mean over the tokens</source>
        <translation>各词元的平均</translation>
    </message>
    <message>
        <source>replaced by zeros,</source>
        <translation>换成零，</translation>
    </message>
    <message>
        <source>replaced by its mean,</source>
        <translation>换成它的平均，</translation>
    </message>
    <message>
        <source>the old mean over other sentences</source>
        <translation>其他句子上的旧平均</translation>
    </message>
    <message>
        <source>the mean over other sentences</source>
        <translation>其他句子上的平均</translation>
    </message>
    <message>
        <source>replaced by its mean over other sentences,</source>
        <translation>换成它在其他句子上的平均，</translation>
    </message>
</context>
<context>
    <name>StepStream</name>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>stream + output</source>
        <translation>残差流 + 输出</translation>
    </message>
    <message>
        <source>normed</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 of %2 hidden numbers are below 0 and are damped by %3</source>
        <translation>%2 个隐藏层数中有 %1 个小于 0，被 %3 压低</translation>
    </message>
    <message>
        <source>add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>add &amp; norm</source>
        <translation>相加并归一化</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>The stream bypasses the attention and is added to its output; the sum is normed</source>
        <translation>残差流绕过注意力，与其输出相加，再对和做归一化</translation>
    </message>
    <message>
        <source>The stream bypasses the attention and is added to its output</source>
        <translation>残差流绕过注意力，与其输出相加</translation>
    </message>
    <message>
        <source>The attention&apos;s output is normed</source>
        <translation>对注意力的输出做归一化</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>feed forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏层</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Between them stands the cross-attention of the same layer</source>
        <translation>两者之间是同一层的交叉注意力</translation>
    </message>
    <message>
        <source>x: the stream after its norm</source>
        <translation>x：归一化之后的残差流</translation>
    </message>
    <message>
        <source>Linear and softmax over the vocabulary: the next token</source>
        <translation>对词表做线性变换和 softmax：下一个词元</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>logit(%1)</source>
        <translation>logit(%1)</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Every logit is lowered by the row&apos;s largest, %1, before exp; the quotients stay the same</source>
        <translation>取 exp 之前，每个 logit 都减去本行的最大值 %1；商不变</translation>
    </message>
    <message>
        <source>x: output of the last layer after the final norm</source>
        <translation>x：最后一层经过最终归一化的输出</translation>
    </message>
    <message>
        <source>x: output of the last layer</source>
        <translation>x：最后一层的输出</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Each token for itself: %1, the activation, %2</source>
        <translation>每个词元单独计算：%1，激活函数，%2</translation>
    </message>
    <message>
        <source>%1, the largest</source>
        <translation>%1，最大的几个</translation>
    </message>
    <message>
        <source>Every logit is lowered by the column&apos;s largest, %1, before exp; the quotients stay the same</source>
        <translation>取 exp 之前，每个 logit 都减去本列的最大值 %1；商不变</translation>
    </message>
    <message>
        <source>The feed-forward is switched off: zeros in place of its output</source>
        <translation>前馈网络已停用：用零代替它的输出</translation>
    </message>
    <message>
        <source>The feed-forward is switched off: the mean over the sentence&apos;s tokens in place of its output</source>
        <translation>前馈网络已停用：用句子各词元的平均代替它的输出</translation>
    </message>
    <message>
        <source>The attention is switched off: zeros in place of its output</source>
        <translation>注意力已停用：用零代替它的输出</translation>
    </message>
    <message>
        <source>The attention is switched off: the mean over the sentence&apos;s tokens in place of its output</source>
        <translation>注意力已停用：用句子各词元的平均代替它的输出</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>算得</translation>
    </message>
    <message>
        <source>activated</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>Before the output layer y = norm(activation(%1))</source>
        <translation>输出层之前 y = norm(activation(%1))</translation>
    </message>
    <message>
        <source>Of %1 logits those of the likeliest tokens are shown; the softmax is over all</source>
        <translation>%1 个 logits 中只显示概率最大的词元的；softmax 对全部计算</translation>
    </message>
    <message>
        <source>Linear and softmax over the vocabulary: the token at this position</source>
        <translation>对词表做线性变换和 softmax：这里的词元</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门</translation>
    </message>
    <message>
        <source>activated × gate</source>
        <translation>激活后 × 门</translation>
    </message>
    <message>
        <source>Each token for itself: %1, the activation, × the gate, %2</source>
        <translation>每个词元单独计算：%1，激活函数，× 门，%2</translation>
    </message>
    <message>
        <source>The gate, %1, scales each activated number</source>
        <translation>门为 %1：它让每个激活后的数或多或少地通过</translation>
    </message>
    <message>
        <source>W is tied: its column for a token is the token’s row of the embedding</source>
        <translation>W 是绑定的：它对应某个词元的列就是该词元在嵌入中的行</translation>
    </message>
    <message>
        <source>%3 cuts %1 of %2 hidden numbers to 0</source>
        <translation>%3 把 %2 个隐藏层数中的 %1 个截为 0</translation>
    </message>
    <message>
        <source>tanh brings each hidden number between −1 and 1</source>
        <translation>tanh 使每个隐藏层数都在 −1 和 1 之间</translation>
    </message>
    <message>
        <source>%1 brings each hidden number between 0 and 1</source>
        <translation>%1 使每个隐藏层数都在 0 和 1 之间</translation>
    </message>
    <message>
        <source>%1 makes each hidden number positive</source>
        <translation>%1 使每个隐藏层数都为正</translation>
    </message>
    <message>
        <source>The activation is linear: each hidden number stays as it is</source>
        <translation>激活函数是线性的：每个隐藏层数保持不变</translation>
    </message>
    <message>
        <source>exp of each logit as it is. Programs subtract the column&apos;s largest, %1, first, so that nothing becomes too large; the quotients stay the same</source>
        <translation>对每个 logit 直接取 exp。程序会先减去该列最大的 %1，以免数值过大；商不变</translation>
    </message>
    <message>
        <source>exp of each logit as it is. Programs subtract the row&apos;s largest, %1, first, so that nothing becomes too large; the quotients stay the same</source>
        <translation>对每个 logit 直接取 exp。程序会先减去该行最大的 %1，以免数值过大；商不变</translation>
    </message>
    <message>
        <source>stream + normed</source>
        <translation>残差流 + 归一化</translation>
    </message>
    <message>
        <source>The attention&apos;s output is normed and added to the stream, which bypasses it</source>
        <translation>注意力的输出经归一化，加到绕过它的残差流上</translation>
    </message>
    <message>
        <source>It reads the stream that the attention of its layer reads, not what that adds: both are added to the stream</source>
        <translation>它读取的是本层注意力所读的流，而不是注意力加上之后的：两者都加到流上</translation>
    </message>
    <message>
        <source>tanh(x ÷ %1)</source>
        <translation>tanh(x ÷ %1)</translation>
    </message>
    <message>
        <source>%1 × tanh</source>
        <translation>%1 × tanh</translation>
    </message>
    <message>
        <source>Soft cap: every logit lies between −%1 and %1, as in Gemma 2</source>
        <translation>软上限：每个 logit 都在 −%1 与 %1 之间，如 Gemma 2</translation>
    </message>
    <message>
        <source>before the cap</source>
        <translation>软上限之前</translation>
    </message>
    <message>
        <source>Before the output layer y = %1: the %2 numbers are projected to the %3 of a token’s row</source>
        <translation>输出层之前 y = %1：%2 个数投影为词元的行的 %3 个</translation>
    </message>
    <message>
        <source>Before the output layer y = activation(%1)</source>
        <translation>输出层之前 y = 激活函数(%1)</translation>
    </message>
    <message>
        <source>Linear and softmax: whether this token is original or was replaced</source>
        <translation>线性层和 softmax：这个词元是原词还是被换过</translation>
    </message>
    <message>
        <source>ELECTRA’s discriminator gives one logit z, that of “replaced”; beside an “original” of 0 the softmax is the sigmoid 1 ÷ (1 + exp(−z))</source>
        <translation>ELECTRA 的判别器给出一个 logit z，即“replaced”（被换过）的；“original”（原词）为 0，softmax 就是 sigmoid 1 ÷ (1 + exp(−z))</translation>
    </message>
    <message>
        <source>The feed-forward is switched off: the mean over other sentences in place of its output</source>
        <translation>前馈网络已停用：输出换成其他句子上的平均</translation>
    </message>
    <message>
        <source>The attention is switched off: the mean over other sentences in place of its output</source>
        <translation>注意力已停用：输出换成其他句子上的平均</translation>
    </message>
</context>
<context>
    <name>StepTerms</name>
    <message>
        <source>%1 others</source>
        <translation>其余 %1 个</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>第 %1 维</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Σ %1 ÷ n</source>
        <translation>Σ %1 ÷ n</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>Σ (%1 − mean)² ÷ n</source>
        <translation>Σ (%1 − 均值)² ÷ n</translation>
    </message>
    <message>
        <source>(%1 − mean) ÷ √(variance + ε) × gain + bias, ε = %2</source>
        <translation>(%1 − 均值) ÷ √(方差 + ε) × 增益 + 偏置，ε = %2</translation>
    </message>
    <message>
        <source>%1 ÷ √(mean square + ε) × gain, ε = %2</source>
        <translation>%1 ÷ √(均方 + ε) × 增益，ε = %2</translation>
    </message>
    <message>
        <source>mean square</source>
        <translation>均方</translation>
    </message>
    <message>
        <source>Σ (%1)² ÷ n</source>
        <translation>Σ (%1)² ÷ n</translation>
    </message>
</context>
<context>
    <name>StepText</name>
    <message>
        <source>new</source>
        <comment>number</comment>
        <translation>新</translation>
    </message>
    <message>
        <source>pinned %1</source>
        <translation>固定 %1</translation>
    </message>
    <message>
        <source>pinned %1, change %2</source>
        <translation>固定 %1，变化 %2</translation>
    </message>
</context>
<context>
    <name>StepsFigure</name>
    <message>
        <source>%1: %2, exactly %3</source>
        <translation>%1：%2，精确值 %3</translation>
    </message>
    <message>
        <source>%1 — %2 %3, by hand</source>
        <translation>%1 — %2 %3，手算</translation>
    </message>
    <message>
        <source>%1 — %2 %3</source>
        <translation>%1 — %2 %3</translation>
    </message>
    <message>
        <source>%1, by hand</source>
        <translation>%1，手算</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>StripFigure</name>
    <message>
        <source>each cell: strongest of ≤ %1 rows × %2 columns</source>
        <translation>每格：≤ %1 行 × %2 列中最强的</translation>
    </message>
    <message>
        <source>each cell: strongest of ≤ %1 columns</source>
        <translation>每格：≤ %1 列中最强的</translation>
    </message>
</context>
<context>
    <name>SummaryData</name>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>Entropy · %1</source>
        <translation>熵 · %1</translation>
    </message>
    <message>
        <source>layer.head</source>
        <translation>层.头</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>0 – %1 nats</source>
        <translation>0 – %1 奈特</translation>
    </message>
    <message>
        <source>%1, all layers</source>
        <translation>%1，所有层</translation>
    </message>
    <message>
        <source>Jensen–Shannon distance, mean over queries, base 2 · %1</source>
        <translation>Jensen–Shannon 距离，对查询取平均，以 2 为底 · %1</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
</context>
<context>
    <name>TaskAnswer</name>
    <message>
        <source>Not in the training vocabulary, so their embeddings are random: %1.</source>
        <translation>以下词不在所学的词表中，它们的行是随机的：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>This sentence holds none of the task’s questions; choose one of its sentences below.</source>
        <translation>这个句子里没有任务的问题；请在下面选一个任务的句子。</translation>
    </message>
    <message>
        <source>“%1” is the %2 ✓</source>
        <translation>“%1” 是 %2 ✓</translation>
    </message>
    <message>
        <source>“%1” → “%2” ✓</source>
        <translation>“%1” → “%2” ✓</translation>
    </message>
    <message>
        <source>“%1” is the %2 ✗ (right: %3)</source>
        <translation>“%1” 是 %2 ✗（正确：%3）</translation>
    </message>
    <message>
        <source>“%1” → “%2” ✗ (right: “%3”)</source>
        <translation>“%1” → “%2” ✗（正确：“%3”）</translation>
    </message>
    <message>
        <source>%1, head %2 gives “%3” %4.</source>
        <translation>%1的第 %2 个头给 “%3” %4。</translation>
    </message>
</context>
<context>
    <name>TokenMenu</name>
    <message>
        <source>As padding: no word may attend to it (M)</source>
        <translation>作为填充：任何词都不能关注它 (M)</translation>
    </message>
    <message>
        <source>What every word looks at, head %1</source>
        <translation>每个词看向哪里，头 %1</translation>
    </message>
    <message>
        <source>What “%1” looks at, head %2</source>
        <translation>“%1”看向哪里，头 %2</translation>
    </message>
    <message>
        <source>Look &amp;only here</source>
        <translation>只看这里(&amp;O)</translation>
    </message>
    <message>
        <source>Weight 1 on this word, none on any other</source>
        <translation>这个词的权重为 1，其他词没有</translation>
    </message>
    <message>
        <source>&amp;Never look here</source>
        <translation>从不看这里(&amp;N)</translation>
    </message>
    <message>
        <source>No weight on this word; the others share it in their proportion</source>
        <translation>这个词没有权重，其他词按比例分享</translation>
    </message>
    <message>
        <source>As &amp;computed</source>
        <translation>按计算(&amp;C)</translation>
    </message>
    <message>
        <source>The softmax alone says what it looks at</source>
        <translation>看向哪里只由 softmax 决定</translation>
    </message>
    <message>
        <source>Set &amp;weight…</source>
        <translation>设定权重(&amp;W)…</translation>
    </message>
    <message>
        <source>Type the weight of the link in focus (F2)</source>
        <translation>输入焦点连线的权重（F2）</translation>
    </message>
    <message>
        <source>&amp;Mask out “%1”</source>
        <translation>掩去“%1”(&amp;M)</translation>
    </message>
</context>
<context>
    <name>TrainingChart</name>
    <message>
        <source>%1 head %2</source>
        <translation>%1 第 %2 头</translation>
    </message>
    <message>
        <source>%1 becomes a previous-token head at step %2.</source>
        <translation>%1在第 %2 步成为“前一词元”头。</translation>
    </message>
    <message>
        <source>%1 becomes a next-token head at step %2.</source>
        <translation>%1在第 %2 步成为“后一词元”头。</translation>
    </message>
    <message>
        <source>%1 becomes a same-word head at step %2.</source>
        <translation>%1在第 %2 步成为“相同词”头。</translation>
    </message>
    <message>
        <source>%1 becomes a first-token head at step %2.</source>
        <translation>%1在第 %2 步成为“首词元”头。</translation>
    </message>
    <message>
        <source>%1 becomes an induction head at step %2.</source>
        <translation>%1在第 %2 步成为归纳头。</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>next token</source>
        <translation>后一词元</translation>
    </message>
    <message>
        <source>same word</source>
        <translation>相同词</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>There is no curve yet: the model was not trained here. Choose a task and train it.</source>
        <translation>还没有曲线：模型没有在这里训练过。请选择任务并训练。</translation>
    </message>
    <message>
        <source>“%1” of the task passes a half at step %2.</source>
        <translation>任务的“%1”在第 %2 步超过一半。</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出的</translation>
    </message>
    <message>
        <source>held-out sentences right</source>
        <translation>留出句子答对</translation>
    </message>
    <message>
        <source>step %L1: %2</source>
        <translation>第 %L1 步：%2</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How much is right of each length was not measured here. Choose the task “reverse, long” in Training; there, + Model has “Train all”.</source>
        <translation>这里没有测量过各长度答对多少。请在“训练”中选择任务“倒序，长”，然后在“+ 模型”中选“全部训练”。</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>right</source>
        <translation>答对</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, seed %2</source>
        <translation>%1，种子 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Sentences wholly right, of held-out ones</source>
        <translation>留出句子中完全答对的比例</translation>
    </message>
    <message>
        <source>Share of sentences right</source>
        <translation>正确句子的比例</translation>
    </message>
    <message>
        <source>length of the sentence, tokens</source>
        <translation>句子长度，词元数</translation>
    </message>
    <message>
        <source>Loss, nats a token</source>
        <translation>损失，每词元奈特</translation>
    </message>
    <message>
        <source>Share, 0 to 1</source>
        <translation>比例，0 到 1</translation>
    </message>
    <message>
        <source>training step</source>
        <translation>训练步</translation>
    </message>
</context>
<context>
    <name>Unrolled</name>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>%1, rows</source>
        <translation>%1，各行</translation>
    </message>
    <message>
        <source>This model has no recurrent layer, so there is no chain of cells to unroll.</source>
        <translation>这个模型没有循环层，因此没有可以展开的单元链。</translation>
    </message>
    <message>
        <source>first</source>
        <translation>初始</translation>
    </message>
    <message>
        <source>Unrolled</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Output of the %2 for “%1”</source>
        <translation>%2对“%1”的输出</translation>
    </message>
    <message>
        <source>%1: state after “%2”, norm %3</source>
        <translation>%1：“%2”之后的状态，范数 %3</translation>
    </message>
    <message>
        <source>Set to zero.</source>
        <translation>已置零。</translation>
    </message>
    <message>
        <source>The word is masked out, so the state before it stays.</source>
        <translation>这个词被掩去，所以保持前一个状态。</translation>
    </message>
    <message>
        <source>from the state after “%1”, norm %2</source>
        <translation>来自“%1”之后的状态，范数 %2</translation>
    </message>
    <message>
        <source>from the first state</source>
        <translation>来自初始状态</translation>
    </message>
    <message>
        <source>from zeros</source>
        <translation>来自零</translation>
    </message>
    <message>
        <source>and the word “%1”</source>
        <translation>以及词“%1”</translation>
    </message>
    <message>
        <source>and the state of the layer below</source>
        <translation>以及下一层的状态</translation>
    </message>
    <message>
        <source>and the context that the previous state attended to</source>
        <translation>以及前一个状态所问到的上下文</translation>
    </message>
    <message>
        <source>left h, right c</source>
        <translation>左 h，右 c</translation>
    </message>
    <message>
        <source>cell state, norm %1</source>
        <translation>单元状态，范数 %1</translation>
    </message>
</context>
<context>
    <name>ValueText</name>
    <message>
        <source>masked</source>
        <translation>被掩去</translation>
    </message>
</context>
<context>
    <name>WalkExportDialog</name>
    <message>
        <source>Export walk</source>
        <translation>导出逐步演示</translation>
    </message>
    <message>
        <source>W&amp;alk</source>
        <translation>逐步演示(&amp;A)</translation>
    </message>
    <message>
        <source>Whom the walk follows</source>
        <translation>逐步演示跟随谁</translation>
    </message>
    <message>
        <source>This token</source>
        <translation>此词元</translation>
    </message>
    <message>
        <source>Every token</source>
        <translation>每个词元</translation>
    </message>
    <message>
        <source>For&amp;mat</source>
        <translation>格式(&amp;M)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>PDF, a page each</source>
        <translation>PDF，每帧一页</translation>
    </message>
    <message>
        <source>SVG, numbered</source>
        <translation>SVG，带编号</translation>
    </message>
    <message>
        <source>PNG, numbered</source>
        <translation>PNG，带编号</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>Width in CSS pixels</source>
        <translation>宽度，以 CSS 像素计</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>Height in CSS pixels</source>
        <translation>高度，以 CSS 像素计</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>Resolution of a PNG</source>
        <translation>PNG 的分辨率</translation>
    </message>
    <message>
        <source>Dots per inch; 96 gives one pixel for each CSS pixel</source>
        <translation>每英寸点数；96 时一个 CSS 像素对应一个像素</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Preview of the first frame</source>
        <translation>第一帧的预览</translation>
    </message>
    <message>
        <source>Frames written</source>
        <translation>已写入的帧</translation>
    </message>
    <message>
        <source>WebP, a film</source>
        <translation>WebP，影片</translation>
    </message>
    <message>
        <source>&amp;Pace</source>
        <translation>每帧(&amp;P)</translation>
    </message>
    <message>
        <source>Seconds for each frame of a film</source>
        <translation>影片的每一帧停留的秒数</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>播放次数(&amp;U)</translation>
    </message>
    <message>
        <source>How many times a film plays</source>
        <translation>影片播放几次</translation>
    </message>
    <message>
        <source>forever</source>
        <translation>一直</translation>
    </message>
</context>
<context>
    <name>WalkPages</name>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · %2 · by hand</source>
        <translation>%1 · %2 · 手算</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>WeightsPanel</name>
    <message>
        <source>Drag to change the current cell; the picture follows</source>
        <translation>拖动以改变当前单元格；图随之更新</translation>
    </message>
    <message>
        <source>Value of the current cell</source>
        <translation>当前单元格的值</translation>
    </message>
    <message>
        <source>Message about the weights</source>
        <translation>关于权重的提示</translation>
    </message>
    <message>
        <source>Changed cells</source>
        <translation>已改动的单元格</translation>
    </message>
    <message>
        <source>Cells whose value is not the pinned one, or not the one that was opened where nothing is pinned</source>
        <translation>与固定值不同的格子；没有固定时，与打开时的值不同的格子</translation>
    </message>
    <message>
        <source>How the pasted text was read</source>
        <translation>粘贴的文字是怎样读的</translation>
    </message>
    <message>
        <source>Undo this and paste the same text, its commas read the other way</source>
        <translation>撤销，再用逗号的另一种读法粘贴同样的文字</translation>
    </message>
</context>
<context>
    <name>WeightsPicture</name>
    <message>
        <source> · rows %1 to %2 of %3</source>
        <translation>，第 %1 至 %2 行，共 %3 行</translation>
    </message>
    <message>
        <source> · columns %1 to %2 of %3</source>
        <translation>，第 %1 至 %2 列，共 %3 列</translation>
    </message>
</context>
<context>
    <name>WhyChange</name>
    <message numerus="yes">
        <source>%n other key(s)</source>
        <translation>
            <numerusform>另外 %n 个键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other word(s)</source>
        <translation>
            <numerusform>另外 %n 个词</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other head(s)</source>
        <translation>
            <numerusform>另外 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved too: %1.</source>
        <translation>也有变化：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>No other word moved.</source>
        <translation>别的词都没有变化。</translation>
    </message>
    <message>
        <source>No other word and no other head moved.</source>
        <translation>别的词和别的头都没有变化。</translation>
    </message>
    <message>
        <source>“%1” still looks at “%2”</source>
        <translation>“%1”仍然看“%2”</translation>
    </message>
    <message>
        <source>“%1” now looks at “%2”</source>
        <translation>“%1”现在看“%2”</translation>
    </message>
    <message>
        <source>“%1” is new: there is nothing to compare it with</source>
        <translation>“%1”是新的：没有可以比较的</translation>
    </message>
    <message>
        <source>The weights of “%1” cannot be compared</source>
        <translation>“%1”的权重无法比较</translation>
    </message>
    <message>
        <source>“%1” looks where it did before</source>
        <translation>“%1”看的地方和以前一样</translation>
    </message>
    <message>
        <source>“%1” now looks at “%2” instead of “%3”</source>
        <translation>“%1”现在看“%2”，不再看“%3”</translation>
    </message>
</context>
<context>
    <name>WhyMaker</name>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>the causal mask hides what comes later</source>
        <translation>因果掩码遮住后面的词元</translation>
    </message>
    <message>
        <source>“%1” is masked out as padding</source>
        <translation>“%1”作为填充被掩去</translation>
    </message>
    <message>
        <source>rotary positions: q and k are rotated, q₀ and k₀ as projected</source>
        <translation>旋转位置：q 和 k 已旋转，q₀ 和 k₀ 是投影所得</translation>
    </message>
    <message>
        <source>k is made of the encoder&apos;s output</source>
        <translation>k 由编码器的输出得出</translation>
    </message>
    <message>
        <source>several heads share k: W_K&apos;s head %1</source>
        <translation>多个头共用 k：W_K 的头 %1</translation>
    </message>
    <message>
        <source>x: output of layer %1 after its norm</source>
        <translation>x：第 %1 层归一化之后的输出</translation>
    </message>
    <message>
        <source>x: output of layer %1</source>
        <translation>x：第 %1 层的输出</translation>
    </message>
    <message>
        <source>x: the stream after its norm</source>
        <translation>x：归一化之后的残差流</translation>
    </message>
    <message>
        <source>the attention is switched off: this is not used</source>
        <translation>注意力已停用：这些都不再往下传</translation>
    </message>
    <message>
        <source>the head is switched off: this is not used</source>
        <translation>这个头已停用：这些都不再往下传</translation>
    </message>
    <message>
        <source>of single tokens, not of words</source>
        <translation>针对单个词元，不是整个词</translation>
    </message>
    <message>
        <source>the weight before the row is divided by its sum</source>
        <translation>权重是该行除以其和之前的</translation>
    </message>
    <message>
        <source>Why does “%1” not look at “%2”?</source>
        <translation>为什么“%1”不看“%2”？</translation>
    </message>
    <message>
        <source>Why does “%1” look so little at “%2”?</source>
        <translation>为什么“%1”很少看“%2”？</translation>
    </message>
    <message>
        <source>Why does “%1” look at “%2”?</source>
        <translation>为什么“%1”看“%2”？</translation>
    </message>
    <message>
        <source>Why does “%1” look at all %2 keys alike?</source>
        <translation>“%1”为什么对全部 %2 个键一视同仁？</translation>
    </message>
    <message>
        <source>q is made of the decoder’s state before this step</source>
        <translation>q 由解码器在这一步之前的状态得来</translation>
    </message>
    <message>
        <source>q is made of the decoder’s state after this step</source>
        <translation>q 由解码器在这一步之后的状态得来</translation>
    </message>
    <message>
        <source>k is made of the encoder’s states</source>
        <translation>k 由编码器的状态得来</translation>
    </message>
    <message>
        <source>norm of %1[%2]</source>
        <translation>%1[%2] 的归一化</translation>
    </message>
    <message>
        <source>the window of %1 tokens hides what is farther away</source>
        <translation>%1 个词元的窗口遮住更远的词元</translation>
    </message>
    <message>
        <source>q and k are normed, q₀ and k₀ as projected</source>
        <translation>q 和 k 经归一化，q₀ 和 k₀ 是投影所得</translation>
    </message>
    <message>
        <source>“%1” does not look at “%2”</source>
        <translation>“%1”不看“%2”</translation>
    </message>
    <message>
        <source>“%1” looks at all %2 keys alike</source>
        <translation>“%1”对全部 %2 个键一视同仁</translation>
    </message>
    <message>
        <source>“%1” looks little at “%2”</source>
        <translation>“%1”很少看“%2”</translation>
    </message>
    <message>
        <source>“%1” looks at “%2”</source>
        <translation>“%1”看“%2”</translation>
    </message>
    <message>
        <source>this link is cut by hand</source>
        <translation>这条连线被手动切断</translation>
    </message>
    <message>
        <source>other weights of the row are set by hand: the softmax gave %1</source>
        <translation>该行的其他权重由手动设定：softmax 给出的是 %1</translation>
    </message>
</context>
<context>
    <name>WhyStrip</name>
    <message>
        <source> = its products, the others 0</source>
        <translation> = 各乘积，其余为 0</translation>
    </message>
    <message>
        <source> = the largest of %1 products + the rest</source>
        <translation> = %1 个乘积中最大的 + 其余</translation>
    </message>
    <message>
        <source> = the %1 largest of %2 products + the rest</source>
        <translation> = %2 个乘积中最大的%1个 + 其余</translation>
    </message>
    <message>
        <source>÷ temperature %1</source>
        <translation>÷ 温度 %1</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>(was %1)</source>
        <translation>（原为 %1）</translation>
    </message>
    <message>
        <source>one word %2</source>
        <translation>一个词 %2</translation>
    </message>
    <message>
        <source>%1 words %2</source>
        <translation>%1个词 %2</translation>
    </message>
    <message>
        <source>one token %2</source>
        <translation>一个词元 %2</translation>
    </message>
    <message>
        <source>%1 tokens %2</source>
        <translation>%1个词元 %2</translation>
    </message>
    <message>
        <source>%1 masked</source>
        <translation>掩去 %1 个</translation>
    </message>
    <message>
        <source>Other scores: %1</source>
        <translation>其他得分：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>scores</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>two</source>
        <translation>两</translation>
    </message>
    <message>
        <source>three</source>
        <translation>三</translation>
    </message>
    <message>
        <source>four</source>
        <translation>四</translation>
    </message>
    <message>
        <source>five</source>
        <translation>五</translation>
    </message>
    <message>
        <source>six</source>
        <translation>六</translation>
    </message>
    <message>
        <source>seven</source>
        <translation>七</translation>
    </message>
    <message>
        <source>eight</source>
        <translation>八</translation>
    </message>
    <message>
        <source>nine</source>
        <translation>九</translation>
    </message>
    <message>
        <source>ten</source>
        <translation>十</translation>
    </message>
    <message>
        <source>eleven</source>
        <translation>十一</translation>
    </message>
    <message>
        <source>twelve</source>
        <translation>十二</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设定</translation>
    </message>
</context>
<context>
    <name>WhyText</name>
    <message>
        <source>1 other %1</source>
        <translation>另 1 个 %1</translation>
    </message>
    <message>
        <source>%1 others together %2</source>
        <translation>其余 %1 个合计 %2</translation>
    </message>
    <message>
        <source>each product 0</source>
        <translation>每个乘积都是 0</translation>
    </message>
    <message>
        <source>all others 0</source>
        <translation>其余都是 0</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source> ÷ temperature %1 = </source>
        <translation> ÷ 温度 %1 = </translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>→ softmax →</source>
        <translation>→ softmax →</translation>
    </message>
    <message>
        <source>→ uniform, whatever the score →</source>
        <translation>→ 均匀，不论得分 →</translation>
    </message>
    <message>
        <source>→ masked: −∞ →</source>
        <translation>→ 掩去：−∞ →</translation>
    </message>
    <message>
        <source>the other %1</source>
        <translation>另一个 %1</translation>
    </message>
    <message>
        <source>all others %1</source>
        <translation>其余都是 %1</translation>
    </message>
    <message>
        <source>%1 others between %2 and %3</source>
        <translation>其余 %1 个在 %2 与 %3 之间</translation>
    </message>
    <message>
        <source>%1 masked</source>
        <translation>掩去 %1 个</translation>
    </message>
    <message>
        <source>there is no other</source>
        <translation>没有其他键</translation>
    </message>
    <message>
        <source>scores of other keys:</source>
        <translation>其他键的得分：</translation>
    </message>
    <message>
        <source>pinned: score %1, weight %2</source>
        <translation>固定：得分 %1，权重 %2</translation>
    </message>
    <message>
        <source>new: the pinned state has no such pair</source>
        <translation>新的：固定状态没有这一对</translation>
    </message>
    <message>
        <source>→ softmax with the sink %1 →</source>
        <translation>→ 含汇点 %1 的 softmax →</translation>
    </message>
    <message>
        <source>→ set by hand, whatever the score →</source>
        <translation>→ 手动设定，与得分无关 →</translation>
    </message>
</context>
<context>
    <name>regard::AblationControls</name>
    <message>
        <source>Zeros in place of the output. Michel et al. 2019</source>
        <translation>用零代替输出。Michel et al. 2019</translation>
    </message>
    <message>
        <source>Each query attends alike to every key that the mask allows</source>
        <translation>每个查询同等地关注掩码允许的每个键</translation>
    </message>
    <message>
        <source>All on</source>
        <translation>全部启用</translation>
    </message>
    <message>
        <source>Switches every head and every part of every layer on again; temperatures stay</source>
        <translation>重新启用每一层的每个头和每个部分；温度不变</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>The whole attention is replaced: this head&apos;s output is not used</source>
        <translation>整个注意力已被替换：这个头算出的结果哪里也不去</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Switches off every head of this layer that the links show; the replacement is chosen beside the head</source>
        <translation>停用此层在连线中启用的每个头；换成什么，在头的旁边选择</translation>
    </message>
    <message>
        <source>Switches off every head of this attention in this layer but head %1</source>
        <translation>停用此层此注意力中除头 %1 以外的每个头</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1已停用</translation>
    </message>
    <message>
        <source>Replaces its output to show what it does. Press again to restore it</source>
        <translation>替换它算出的结果，看它有什么作用。再按一次恢复</translation>
    </message>
    <message>
        <source>The model has none</source>
        <translation>模型没有这一部分</translation>
    </message>
    <message>
        <source>Replacement of: %1</source>
        <translation>换成什么：%1</translation>
    </message>
    <message>
        <source>switch %1 off (%2)</source>
        <translation>停用%1（%2）</translation>
    </message>
    <message>
        <source>switch %1 on</source>
        <translation>启用%1</translation>
    </message>
    <message>
        <source>switch the shown heads off</source>
        <translation>停用所示的头</translation>
    </message>
    <message>
        <source>switch all but head %1 off</source>
        <translation>停用头 %1 以外的所有头</translation>
    </message>
    <message>
        <source>switch all on again</source>
        <translation>全部重新启用</translation>
    </message>
    <message>
        <source>Switch shown heads off</source>
        <translation>停用所示的头</translation>
    </message>
    <message>
        <source>Switch all others off</source>
        <translation>停用其他所有头</translation>
    </message>
    <message>
        <source>In each row the mean of the output over the sentence&apos;s tokens, later ones too</source>
        <translation>每一行都是输出在句子各词元上的平均，包括后面的词元</translation>
    </message>
    <message>
        <source>In each row the mean of the output over the sentences of a file, one a line; each special token that they have has a mean of its own, all other tokens one together</source>
        <translation>每一行都是输出在一个文件的句子（每行一句）上的平均；其中的每种特殊词元各有自己的平均，其他词元合为一个</translation>
    </message>
    <message>
        <source>mean over…</source>
        <translation>句子平均…</translation>
    </message>
</context>
<context>
    <name>regard::AblationCut</name>
    <message>
        <source>&amp;Cut</source>
        <translation>切断(&amp;C)</translation>
    </message>
    <message>
        <source>First layer that is cut</source>
        <translation>切断的第一层</translation>
    </message>
    <message>
        <source>Last layer that is cut</source>
        <translation>切断的最后一层</translation>
    </message>
    <message>
        <source>In every head of these layers; else in the head in view alone</source>
        <translation>在这些层的每个头中；否则只在所看的头中</translation>
    </message>
    <message>
        <source>The link gets no weight in these layers, as if the mask forbade it</source>
        <translation>这条连线在这些层中没有权重，如同被掩码禁止</translation>
    </message>
    <message>
        <source>la&amp;yers</source>
        <translation>层(&amp;Y)</translation>
    </message>
    <message>
        <source>Cut a link: click a word and what it looks at</source>
        <translation>切断连线：单击一个词和它看向的词</translation>
    </message>
    <message>
        <source>Cut %1</source>
        <translation>切断 %1</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>切断 %1</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
</context>
<context>
    <name>regard::AblationEffectPage</name>
    <message>
        <source>Effect of what is switched off</source>
        <translation>停用的效果</translation>
    </message>
    <message>
        <source>block</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Each token&apos;s change of the output of the selected attention or feed-forward, before residual and norm</source>
        <translation>选中的注意力或前馈网络的输出（残差和归一化之前）在每个词元上的变化</translation>
    </message>
    <message>
        <source>stack</source>
        <translation>堆叠</translation>
    </message>
    <message>
        <source>Each token&apos;s change of the stack&apos;s output</source>
        <translation>层堆叠的输出在每个词元上的变化</translation>
    </message>
    <message>
        <source>next word</source>
        <translation>下一个词</translation>
    </message>
    <message>
        <source>The words whose probability to come next changes most, after the selected token</source>
        <translation>选中的词元之后，下一个词的概率变化最大的词</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>所有词元</translation>
    </message>
    <message>
        <source>Total variation of the next-word probabilities after each token: ½ Σ |now − whole|</source>
        <translation>每个词元之后下一个词的概率的总变差：½ Σ |现在 − 整个|</translation>
    </message>
    <message>
        <source>The whole model cannot be computed: %1</source>
        <translation>无法计算整个模型：%1</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中……</translation>
    </message>
    <message>
        <source>Nothing is switched off. Switch a head off to see what it does to each token.</source>
        <translation>没有停用任何部分。停用一个头，看它对每个词元有什么作用。</translation>
    </message>
</context>
<context>
    <name>regard::AblationList</name>
    <message>
        <source>Delete removes a line, Enter goes there</source>
        <translation>Delete 取出一行，回车转到那里</translation>
    </message>
    <message>
        <source>the model as it is</source>
        <translation>模型原来的样子</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>取出 %1</translation>
    </message>
    <message>
        <source>Removes it (Delete)</source>
        <translation>取出它 (Delete)</translation>
    </message>
    <message>
        <source>temperature 1 of %1</source>
        <translation>%1的温度恢复为 1</translation>
    </message>
    <message>
        <source>switch %1 on</source>
        <translation>启用%1</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部恢复为模型原样</translation>
    </message>
    <message>
        <source>What is off, temperatures, and attention set by hand</source>
        <translation>停用的部分、温度和手动设定的注意力</translation>
    </message>
    <message>
        <source>Everything on, every temperature 1, all attention as computed</source>
        <translation>全部启用，所有温度为 1，所有注意力按计算</translation>
    </message>
    <message>
        <source>%1 of %2 as computed</source>
        <translation>%2 的 %1 按计算</translation>
    </message>
    <message>
        <source>Nothing is switched off, set by hand or patched, and no temperature is set.</source>
        <translation>没有关闭、手工设定或替入任何内容，也没有设置温度。</translation>
    </message>
    <message>
        <source>old mean over %1</source>
        <translation>%1 上的旧平均</translation>
    </message>
</context>
<context>
    <name>regard::AblationMeans</name>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The mean that stands in place</source>
        <translation>代替的平均</translation>
    </message>
    <message>
        <source>Computes the means with the model as it is now</source>
        <translation>用模型现在的样子计算平均</translation>
    </message>
    <message>
        <source>Sentences done</source>
        <translation>完成的句子</translation>
    </message>
    <message>
        <source>%v of %m sentences</source>
        <translation>%v / %m 个句子</translation>
    </message>
    <message>
        <source>Stops; nothing is switched off by it</source>
        <translation>停止；不会因此停用任何部分</translation>
    </message>
    <message>
        <source>compute the means again</source>
        <translation>重新计算平均</translation>
    </message>
    <message>
        <source>Mean over the sentences of</source>
        <translation>取哪个文件的句子的平均</translation>
    </message>
    <message>
        <source>Lists of sentences (*.txt *.tsv)</source>
        <translation>句子列表 (*.txt *.tsv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The model was changed after the means over %1 were computed: they are old.</source>
        <translation>计算 %1 上的平均之后模型有了改变：这些平均是旧的。</translation>
    </message>
    <message>
        <source>The mean is over this sentence&apos;s own tokens: each row also holds what later tokens give, which this model must not see. The mean over other sentences does not.</source>
        <translation>平均取自这个句子自己的词元：每一行里也有后面词元给出的内容，而这个模型本不该看到。其他句子上的平均不会这样。</translation>
    </message>
    <message>
        <source>The means are over %1: one of each special token, one of all other tokens.</source>
        <translation>平均取自 %1：每种特殊词元一个，其他所有词元一个。</translation>
    </message>
    <message>
        <source>Another list…</source>
        <translation>另一个列表…</translation>
    </message>
    <message>
        <source>Takes the mean over the sentences of another file</source>
        <translation>改用另一个文件的句子上的平均</translation>
    </message>
    <message>
        <source>take the means over another list</source>
        <translation>改用另一个列表上的平均</translation>
    </message>
</context>
<context>
    <name>regard::AblationPanel</name>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>What switching off does to each token and to the next word</source>
        <translation>停用对每个词元和下一个词有什么作用</translation>
    </message>
    <message>
        <source>Which head matters most</source>
        <translation>哪个头最重要</translation>
    </message>
    <message>
        <source>Effect of what is switched off</source>
        <translation>停用的效果</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>Switches for the selected head and its layer, and the head&apos;s temperature</source>
        <translation>选中的头及其层的开关，以及该头的温度</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Off (%1)</source>
        <translation>已停用 (%1)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>T (%1)</source>
        <translation>T (%1)</translation>
    </message>
    <message>
        <source>Off %1 · T %2</source>
        <translation>已停用 %1 · T %2</translation>
    </message>
    <message>
        <source>What is switched off or set by hand, and temperatures, now</source>
        <translation>现在停用或手动设定的部分，以及温度</translation>
    </message>
    <message>
        <source>What is changed now: switched off, set by hand or cut: %1; temperatures: %2</source>
        <translation>现在的改变：停用、手动设定或切断：%1；温度：%2</translation>
    </message>
</context>
<context>
    <name>regard::AblationTemperature</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>softmax(masked scores ÷ temperature): below 1 the head looks more sharply, above 1 more evenly. Set from outside, not learned</source>
        <translation>softmax（掩码后的得分 ÷ 温度）：小于 1 时看得更集中，大于 1 时更平均。由外部设置，不是学来的</translation>
    </message>
    <message>
        <source>Temperature back to 1</source>
        <translation>温度恢复为 1</translation>
    </message>
    <message>
        <source>Back to 1, as the model has it</source>
        <translation>恢复为 1，如模型原有</translation>
    </message>
    <message>
        <source>Temperature of the selected head</source>
        <translation>选中的头的温度</translation>
    </message>
    <message>
        <source>Temperature of the selected head&apos;s softmax, 0.1 to 10; the middle is 1</source>
        <translation>选中的头的 softmax 温度，0.1 到 10；中间为 1</translation>
    </message>
    <message>
        <source>temperature %1 of %2</source>
        <translation>%2的温度 %1</translation>
    </message>
    <message>
        <source>not part of the model · of head %1&apos;s softmax</source>
        <translation>不是模型的一部分 · 头 %1 的 softmax 的温度</translation>
    </message>
</context>
<context>
    <name>regard::Autosave</name>
    <message>
        <source>Unsaved work cannot be kept for recovery: %1. Save it to be safe.</source>
        <translation>无法为恢复保留未保存的工作：%1。请保存以防丢失。</translation>
    </message>
</context>
<context>
    <name>regard::BackgroundWork</name>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>内存不足，无法完成。</translation>
    </message>
</context>
<context>
    <name>regard::BlockPanel</name>
    <message>
        <source>Diagram of the layer: up and down choose a box, left and right one of its matrices</source>
        <translation>层的示意图：上下键选择方框，左右键选择其中的矩阵</translation>
    </message>
    <message>
        <source>The selected layer will be drawn here.</source>
        <translation>选中的层将画在这里。</translation>
    </message>
    <message>
        <source>123</source>
        <translation>123</translation>
    </message>
    <message>
        <source>Numbers in the cells</source>
        <translation>在格中显示数值</translation>
    </message>
    <message>
        <source>Columns wide enough for their numbers</source>
        <translation>让列宽容得下数值</translation>
    </message>
    <message>
        <source>Which matrix of the box is shown</source>
        <translation>显示方框的哪个矩阵</translation>
    </message>
    <message>
        <source>Numbers of the box: a row a token, a column a dimension</source>
        <translation>方框的数值：一行一个词元，一列一个维度</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1 (column %2)</source>
        <translation>%1（第 %2 列）</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>the strongest of columns %1 to %2</source>
        <translation>第 %1 到 %2 列中最强的</translation>
    </message>
</context>
<context>
    <name>regard::CellEffectPane</name>
    <message>
        <source>Effect of the current cell</source>
        <translation>当前单元格的影响</translation>
    </message>
    <message>
        <source>Effect of the current cell on the scores</source>
        <translation>当前单元格对得分的影响</translation>
    </message>
    <message>
        <source>What the current cell does to the head in view, for each unit that it grows</source>
        <translation>当前单元格每增加一个单位，对所示的头有什么影响</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Effect on the scores</source>
        <translation>对得分的影响</translation>
    </message>
    <message>
        <source>The picture shows how the scores move, before scaling and mask</source>
        <translation>图中显示得分如何变化，在缩放和掩码之前</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Effect on the weights</source>
        <translation>对权重的影响</translation>
    </message>
    <message>
        <source>The picture shows how the attention weights move</source>
        <translation>图中显示注意力权重如何变化</translation>
    </message>
    <message>
        <source>Effect of the cell on each pair: query rows, key columns</source>
        <translation>该单元格对每一对的影响：行为查询，列为键</translation>
    </message>
    <message>
        <source>Select a cell of the table to see which scores it moves.</source>
        <translation>选择表中的一个单元格，即可看到它影响哪些得分。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1，第 %2 层</translation>
    </message>
</context>
<context>
    <name>regard::CellField</name>
    <message>
        <source>Smaller</source>
        <translation>减小</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>增大</translation>
    </message>
</context>
<context>
    <name>regard::ChangesModel</name>
    <message numerus="yes">
        <source>%1 (%n cells)</source>
        <translation>
            <numerusform>%1（%n 格）</numerusform>
        </translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1 (%L2 new)</source>
        <translation>%1（%L2 个新格）</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n cells, and %L2 new)</source>
        <translation>
            <numerusform>%1（%n 格，另有 %L2 个新格）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>row and column</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: %2 pinned, %3 now</source>
        <translation>%1：固定 %2，现在 %3</translation>
    </message>
    <message>
        <source>%1: %2 opened, %3 now</source>
        <translation>%1：打开时 %2，现在 %3</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>打开时</translation>
    </message>
</context>
<context>
    <name>regard::ChangesPanel</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Revert all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Changed cells</source>
        <translation>改过的格子</translation>
    </message>
    <message>
        <source>Revert the chosen cell</source>
        <translation>恢复选中的格子</translation>
    </message>
    <message>
        <source>Revert all changed cells</source>
        <translation>恢复所有改过的格子</translation>
    </message>
    <message>
        <source>No cell differs from the pinned state.</source>
        <translation>没有格子与固定的状态不同。</translation>
    </message>
    <message>
        <source>No cell differs from the opened file. Pin a state with F8 to compare with it.</source>
        <translation>没有格子与打开的文件不同。按 F8 固定一个状态，就可与它比较。</translation>
    </message>
    <message numerus="yes">
        <source>%n cells, since the pinned state</source>
        <translation>
            <numerusform>%n 格，自固定的状态以来</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cells, since the file was opened</source>
        <translation>
            <numerusform>%n 格，自打开文件以来</numerusform>
        </translation>
    </message>
    <message>
        <source>, and %L1 new</source>
        <translation>，另有 %L1 个新格</translation>
    </message>
    <message>
        <source>Not all can be compared with the pinned state: %1</source>
        <translation>无法与固定的状态完全比较：%1</translation>
    </message>
    <message>
        <source>Not all can be compared with the opened file: %1</source>
        <translation>无法与打开的文件完全比较：%1</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Gives the cell, or all cells of the matrix, the number on the left (Delete)</source>
        <translation>把这一格，或矩阵的所有格子，恢复为左边的数 (Delete)</translation>
    </message>
    <message>
        <source>Gives every changed cell the number on the left, as one step</source>
        <translation>把每个改过的格子恢复为左边的数，作为一步</translation>
    </message>
</context>
<context>
    <name>regard::CircuitsPanel</name>
    <message>
        <source>Which circuit</source>
        <translation>哪个电路</translation>
    </message>
    <message>
        <source>QK</source>
        <translation>QK</translation>
    </message>
    <message>
        <source>QK circuit</source>
        <translation>QK 电路</translation>
    </message>
    <message>
        <source>Which word asks for which: the head&apos;s scores of words alone</source>
        <translation>哪个词找哪个词：头对单独的词的得分</translation>
    </message>
    <message>
        <source>OV</source>
        <translation>OV</translation>
    </message>
    <message>
        <source>OV circuit</source>
        <translation>OV 电路</translation>
    </message>
    <message>
        <source>Which words the head makes likelier when it reads one</source>
        <translation>头读到一个词时使哪些词更可能</translation>
    </message>
    <message>
        <source>Further words</source>
        <translation>其他词</translation>
    </message>
    <message>
        <source>further words</source>
        <translation>其他词</translation>
    </message>
    <message>
        <source>Distance of query and key</source>
        <translation>查询与键的距离</translation>
    </message>
    <message>
        <source>So many tokens the query stands behind its key: queries and keys are rotated by their positions</source>
        <translation>查询在键之后这么多个词元：查询和键按位置旋转</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Scores of words with words</source>
        <translation>词与词的得分</translation>
    </message>
    <message>
        <source>Words that a read word makes likelier</source>
        <translation>读到一个词时变得更可能的词</translation>
    </message>
    <message>
        <source>“%1” %2, “%3” %4: %5</source>
        <translation>“%1”%2，“%3”%4：%5</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>Q-composition</source>
        <translation>Q 组合</translation>
    </message>
    <message>
        <source>How much of what the head asks with each earlier head wrote: ‖A · B‖ ÷ (‖A‖ · ‖B‖) of that head&apos;s W_V W_O and this one&apos;s W_Q W_Kᵀ</source>
        <translation>头用来发问的内容中有多少是前面每个头写出的：那个头的 W_V W_O 与这个头的 W_Q W_Kᵀ 的 ‖A · B‖ ÷ (‖A‖ · ‖B‖)</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>K-composition</source>
        <translation>K 组合</translation>
    </message>
    <message>
        <source>How much of what the head is asked for by each earlier head wrote: of that head&apos;s W_V W_O and this one&apos;s W_K W_Qᵀ</source>
        <translation>头被查询的内容中有多少是前面每个头写出的：那个头的 W_V W_O 与这个头的 W_K W_Qᵀ</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>V-composition</source>
        <translation>V 组合</translation>
    </message>
    <message>
        <source>How much of what the head passes on each earlier head wrote: of both heads&apos; W_V W_O</source>
        <translation>头传递的内容中有多少是前面每个头写出的：两个头的 W_V W_O</translation>
    </message>
    <message>
        <source>1 at most; heads that have nothing to do with each other have little. Norms&apos; gains are folded in; biases and rotation do not count.</source>
        <translation>最大为 1；互不相关的头很小。归一化的增益折叠进去；偏置和旋转不计入。</translation>
    </message>
    <message>
        <source>What the head reads of earlier heads</source>
        <translation>头读到的前面各头的内容</translation>
    </message>
    <message>
        <source>%1 · head %2: %3</source>
        <translation>%1 · 头 %2：%3</translation>
    </message>
</context>
<context>
    <name>regard::ColorScaleButton</name>
    <message>
        <source>How weights become colours, in the heatmap and in the map of heads</source>
        <translation>在热力图和注意力头中权重怎样变成颜色</translation>
    </message>
    <message>
        <source>&amp;0 to 1</source>
        <translation>0 到 1(&amp;0)</translation>
    </message>
    <message>
        <source>The same colour is the same weight in every picture</source>
        <translation>在每幅图中，相同的颜色就是相同的权重</translation>
    </message>
    <message>
        <source>&amp;Stretched</source>
        <translation>拉伸(&amp;S)</translation>
    </message>
    <message>
        <source>The strongest colour is the picture&apos;s largest weight</source>
        <translation>最深的颜色是图中最大的权重</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>对数(&amp;L)</translation>
    </message>
    <message>
        <source>By powers of ten, from 0.0001 to 1: small weights of long texts are told apart</source>
        <translation>按 10 的幂，从 0.0001 到 1：长文本中的小权重也能分清</translation>
    </message>
    <message>
        <source>&amp;Percentile</source>
        <translation>百分位(&amp;P)</translation>
    </message>
    <message>
        <source>By rank: at 75 % stands the weight that three quarters of the picture&apos;s weights do not exceed</source>
        <translation>按名次：75 % 处是图中四分之三的权重都不超过的权重</translation>
    </message>
</context>
<context>
    <name>regard::CompareStrip</name>
    <message>
        <source>Pin the present state anew</source>
        <translation>重新固定当前状态</translation>
    </message>
    <message>
        <source>Compare with the present state from now on (F8)</source>
        <translation>从现在起与此刻的状态比较 (F8)</translation>
    </message>
    <message>
        <source>Comparison with the pinned state</source>
        <translation>与固定状态的比较</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Show the present state</source>
        <translation>显示当前状态</translation>
    </message>
    <message>
        <source>The present state (Ctrl+D: the next of the three)</source>
        <translation>当前状态（Ctrl+D：三者的下一个）</translation>
    </message>
    <message>
        <source>Show the pinned state</source>
        <translation>显示固定的状态</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Show what changed: now minus pinned</source>
        <translation>显示变化：现在减固定</translation>
    </message>
    <message>
        <source>What changed: now − pinned (Ctrl+D: the next of the three)</source>
        <translation>变化：现在 − 固定（Ctrl+D：三者的下一个）</translation>
    </message>
    <message>
        <source>What is pinned: %1 (Ctrl+D: the next of the three; hold F9: for as long as that)</source>
        <translation>固定的是：%1（Ctrl+D：三者的下一个；按住 F9：按住期间显示）</translation>
    </message>
    <message>
        <source>Largest change: %1</source>
        <translation>最大的变化：%1</translation>
    </message>
    <message>
        <source>The sentence shares no word with the pinned one</source>
        <translation>句子与固定的句子没有共同的词</translation>
    </message>
    <message>
        <source>No attention weight differs from the pinned state</source>
        <translation>没有注意力权重与固定的状态不同</translation>
    </message>
    <message>
        <source>No attention weight differs · %1</source>
        <translation>注意力权重没有不同 · %1</translation>
    </message>
    <message>
        <source>%1 · what it does: “Effect” in “Switch off”</source>
        <translation>%1 · 作用见“停用”中的“效果”</translation>
    </message>
    <message>
        <source>%1 · largest change: %2</source>
        <translation>%1 · 最大的变化：%2</translation>
    </message>
    <message>
        <source>The files are too large to search all heads for what changed most: each is compared when it is looked at</source>
        <translation>文件太大，无法在所有头中寻找变化最大之处：每个头在被看到时才比较</translation>
    </message>
    <message>
        <source>Each head is compared when it is looked at</source>
        <translation>每个头在被看到时才比较</translation>
    </message>
    <message>
        <source>Pin now</source>
        <translation>固定现在的状态</translation>
    </message>
    <message>
        <source>More of the comparison</source>
        <translation>更多比较选项</translation>
    </message>
    <message>
        <source>What else to compare with, and the end of the comparison</source>
        <translation>与别的状态比较，或结束比较</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>hold F9 for Pinned</source>
        <translation>按住 F9 看固定的状态</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>固定：%1</translation>
    </message>
    <message>
        <source>Now: %1 = %2 (pinned: %3)</source>
        <translation>现在：%1 = %2（固定：%3）</translation>
    </message>
</context>
<context>
    <name>regard::Comparison</name>
    <message>
        <source>pinned</source>
        <comment>state</comment>
        <translation>固定</translation>
    </message>
</context>
<context>
    <name>regard::DemoActions</name>
    <message>
        <source>&amp;Pin anew</source>
        <translation>重新固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin this state</source>
        <translation>固定此状态(&amp;P)</translation>
    </message>
    <message>
        <source>Snapshot &amp;%1</source>
        <translation>快照 &amp;%1</translation>
    </message>
    <message>
        <source>&amp;%1  %2</source>
        <translation>&amp;%1  %2</translation>
    </message>
    <message>
        <source>switch everything on again</source>
        <translation>全部重新启用</translation>
    </message>
    <message>
        <source>Switch &amp;head %1 of layer %2 on</source>
        <translation>启用第 %2 层的头 %1(&amp;H)</translation>
    </message>
    <message>
        <source>Switch &amp;head %1 of layer %2 off</source>
        <translation>停用第 %2 层的头 %1(&amp;H)</translation>
    </message>
</context>
<context>
    <name>regard::Document</name>
    <message>
        <source>The attention is that of a file, which has no model to change: open the model&apos;s folder.</source>
        <translation>注意力来自文件，没有可以更改的模型：请打开模型的文件夹。</translation>
    </message>
    <message>
        <source>Before “%1”</source>
        <translation>“%1”之前</translation>
    </message>
</context>
<context>
    <name>regard::ExportFigureDialog</name>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>%1 × %2 pixels is too large: %3 is the most a side; take a lower resolution</source>
        <translation>%1 × %2 像素太大：每边最多 %3；请降低分辨率</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1 picture</source>
        <translation>%1 图片</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>%1 shows no picture now. %2</source>
        <translation>%1现在没有图。%2</translation>
    </message>
    <message>
        <source>%1 × %2 mm (%3 × %4 in)</source>
        <translation>%1 × %2 毫米（%3 × %4 英寸）</translation>
    </message>
    <message>
        <source>Nothing is pinned: pin a state with F8, then change something</source>
        <translation>没有固定的状态：用 F8 固定一个状态，然后做些修改</translation>
    </message>
    <message>
        <source>%1 shows one state; choose another figure</source>
        <translation>%1只显示一个状态，请选择另一幅图</translation>
    </message>
    <message>
        <source>There are no snapshots: take some with F7</source>
        <translation>没有快照：用 F7 拍几个</translation>
    </message>
    <message>
        <source>WebP film</source>
        <translation>WebP 影片</translation>
    </message>
    <message>
        <source>%1 already exists. Do you want to replace it?</source>
        <translation>%1 已经存在。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>regard::ExportLooks</name>
    <message>
        <source>each link once, by its strongest head</source>
        <translation>每条连线只画一次，用其最强的头</translation>
    </message>
    <message>
        <source>square cells</source>
        <translation>正方形单元格</translation>
    </message>
    <message>
        <source>cut to what is drawn</source>
        <translation>裁剪到所画内容</translation>
    </message>
    <message>
        <source>How the picture looks</source>
        <translation>图片的样子</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>A size in pixels, or a width in print whose height follows</source>
        <translation>以像素计的大小，或印刷宽度，高度随之而定</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>a width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>one column, 3.3 in</source>
        <translation>单栏，3.3 英寸</translation>
    </message>
    <message>
        <source>two columns, 6.75 in</source>
        <translation>双栏，6.75 英寸</translation>
    </message>
    <message>
        <source>slide, 1280 × 720 px</source>
        <translation>幻灯片，1280 × 720 像素</translation>
    </message>
    <message>
        <source>poster, 16 in</source>
        <translation>海报，16 英寸</translation>
    </message>
    <message>
        <source>Width in CSS pixels</source>
        <translation>宽度（CSS 像素）</translation>
    </message>
    <message>
        <source>Height in CSS pixels</source>
        <translation>高度（CSS 像素）</translation>
    </message>
    <message>
        <source>Width of the picture</source>
        <translation>图片的宽度</translation>
    </message>
    <message>
        <source>Unit of the width</source>
        <translation>宽度的单位</translation>
    </message>
    <message>
        <source>Size of the tokens’ names in print</source>
        <translation>印刷时词元名称的大小</translation>
    </message>
    <message>
        <source>The picture is laid out so that the tokens’ names have this size in print</source>
        <translation>排版图片，使词元名称在印刷时有这个大小</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>按空间</translation>
    </message>
    <message>
        <source>Resolution of a PNG</source>
        <translation>PNG 的分辨率</translation>
    </message>
    <message>
        <source>Dots per inch; 96 gives one pixel for each CSS pixel</source>
        <translation>每英寸点数；96 表示每个 CSS 像素对应一个像素</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>方式(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文字(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Print: black on white, without background tints</source>
        <translation>“印刷”是白底黑字，背后没有底色</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>印刷</translation>
    </message>
    <message>
        <source>Colours of cells</source>
        <translation>单元格的颜色</translation>
    </message>
    <message>
        <source>Each is even in lightness. Greys: heads too, for printing without colour</source>
        <translation>每一种的明度都均匀变化。灰色：头也用灰色，适合没有颜色的页面</translation>
    </message>
    <message>
        <source>Blues</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Greys</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>How colours follow weights</source>
        <translation>颜色怎样随权重变化</translation>
    </message>
    <message>
        <source>Of the heatmap and the map of heads</source>
        <translation>用于热力图和注意力头</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>stretched</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>A colour’s name or #rrggbb</source>
        <translation>颜色的名称或 #rrggbb</translation>
    </message>
    <message>
        <source>the theme’s</source>
        <translation>随主题</translation>
    </message>
    <message>
        <source>transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Palette</source>
        <translation>配色(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Background</source>
        <translation>背景(&amp;B)</translation>
    </message>
    <message>
        <source>F&amp;ont</source>
        <translation>字体(&amp;O)</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>照常</translation>
    </message>
    <message>
        <source>on</source>
        <translation>有</translation>
    </message>
    <message>
        <source>off</source>
        <translation>无</translation>
    </message>
    <message>
        <source>T&amp;itle</source>
        <translation>标题(&amp;I)</translation>
    </message>
    <message>
        <source>Le&amp;gend</source>
        <translation>图例(&amp;G)</translation>
    </message>
    <message>
        <source>What explains widths, colours and marks</source>
        <translation>对粗细、颜色和标记的说明</translation>
    </message>
    <message>
        <source>&amp;Colour bar</source>
        <translation>颜色条(&amp;C)</translation>
    </message>
    <message>
        <source>Of a heatmap and of the map of heads</source>
        <translation>热力图和注意力头的颜色条</translation>
    </message>
    <message>
        <source>Axis &amp;names</source>
        <translation>轴名(&amp;N)</translation>
    </message>
    <message>
        <source>The names of queries and keys</source>
        <translation>查询和键的名称</translation>
    </message>
    <message>
        <source>N&amp;umbers</source>
        <translation>数字(&amp;U)</translation>
    </message>
    <message>
        <source>In cells and beside tokens</source>
        <translation>在单元格里和词元旁</translation>
    </message>
    <message>
        <source>Digits of numbers in cells</source>
        <translation>单元格中数字的位数</translation>
    </message>
    <message>
        <source>After the point, of numbers in cells</source>
        <translation>单元格中数字小数点后的位数</translation>
    </message>
    <message>
        <source>Links of smaller weights are hidden</source>
        <translation>隐藏权重更小的连线</translation>
    </message>
    <message>
        <source>as the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>From one token of the links to the next</source>
        <translation>连线图中相邻词元的间隔</translation>
    </message>
    <message>
        <source>&amp;Digits</source>
        <translation>位数(&amp;D)</translation>
    </message>
    <message>
        <source>Hid&amp;e below</source>
        <translation>隐藏低于(&amp;E)</translation>
    </message>
    <message>
        <source>Inter&amp;val</source>
        <translation>间隔(&amp;V)</translation>
    </message>
    <message>
        <source>Caption of the present state</source>
        <translation>当前状态的说明</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Caption of the pinned state</source>
        <translation>固定状态的说明</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>状态说明</translation>
    </message>
    <message>
        <source>What is written above the two compared states</source>
        <translation>相比较的两个状态上方写什么</translation>
    </message>
    <message>
        <source>own names</source>
        <translation>自定义名称</translation>
    </message>
    <message>
        <source>The picture’s title; type one of your own</source>
        <translation>图片的标题；也可以键入自己的标题</translation>
    </message>
    <message>
        <source>How links run</source>
        <translation>连线的走向</translation>
    </message>
    <message>
        <source>Whether links are straight or run along curves</source>
        <translation>连线是直线还是曲线</translation>
    </message>
    <message>
        <source>straight</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>curved</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Sca&amp;le</source>
        <translation>标度(&amp;L)</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Of all text, numbers too; PDF embeds it</source>
        <translation>所有文字，数字也包括在内；PDF 会嵌入它</translation>
    </message>
    <message>
        <source>What the selection adds: frames, bold names and bars</source>
        <translation>选择所添加的：边框、粗体名称和条</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
</context>
<context>
    <name>regard::FaultStrip</name>
    <message>
        <source>What went wrong</source>
        <translation>出错说明</translation>
    </message>
    <message>
        <source>Hide what went wrong</source>
        <translation>隐藏出错说明</translation>
    </message>
</context>
<context>
    <name>regard::Faults</name>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>内存不足，无法完成。</translation>
    </message>
    <message>
        <source>An error in the program (%1: %2).</source>
        <translation>程序内部出错（%1：%2）。</translation>
    </message>
    <message>
        <source>An error in the program (%1).</source>
        <translation>程序内部出错（%1）。</translation>
    </message>
    <message>
        <source>%1 Nothing of the document is lost.</source>
        <translation>%1文档没有任何丢失。</translation>
    </message>
    <message>
        <source>%1: %2 Nothing of the document is lost.</source>
        <translation>%1：%2文档没有任何丢失。</translation>
    </message>
</context>
<context>
    <name>regard::FigureExport</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation>导出数值</translation>
    </message>
    <message>
        <source>There are no numbers yet: the sentence is empty.</source>
        <translation>还没有数值：句子是空的。</translation>
    </message>
    <message>
        <source>Everything, JSON</source>
        <translation>全部，JSON</translation>
    </message>
    <message>
        <source>The selected head&apos;s matrix, CSV</source>
        <translation>选中的头的矩阵，CSV</translation>
    </message>
    <message>
        <source>Everything, safetensors</source>
        <translation>全部，safetensors</translation>
    </message>
    <message>
        <source>There is no picture yet: the sentence is empty.</source>
        <translation>还没有图：句子是空的。</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Attention as shown, JSON</source>
        <translation>所显示的注意力，JSON</translation>
    </message>
    <message>
        <source>Attention as shown, safetensors</source>
        <translation>所显示的注意力，safetensors</translation>
    </message>
    <message>
        <source>Save the curve</source>
        <translation>保存曲线</translation>
    </message>
    <message>
        <source>Every step, CSV</source>
        <translation>每一步，CSV</translation>
    </message>
    <message>
        <source>The list in %1, CSV</source>
        <translation>%1中的列表，CSV</translation>
    </message>
    <message>
        <source>%1 shows no list now. %2</source>
        <translation>%1现在没有列表。%2</translation>
    </message>
    <message>
        <source>Page for a browser, HTML</source>
        <translation>浏览器的网页，HTML</translation>
    </message>
</context>
<context>
    <name>regard::FindPanel</name>
    <message>
        <source>on map</source>
        <translation>在地图上</translation>
    </message>
    <message>
        <source>Heads, the best match first</source>
        <translation>各头，最符合的在前</translation>
    </message>
    <message>
        <source>Sends most from one token to another</source>
        <translation>从一个词元到另一个权重最大</translation>
    </message>
    <message>
        <source>What to look for in the heads</source>
        <translation>在各头中查找什么</translation>
    </message>
    <message>
        <source>What to look for in every head: a link between two tokens, or a known pattern</source>
        <translation>在每个头中查找什么：两个词元之间的连线，或一种已知的模式</translation>
    </message>
    <message>
        <source>%1. A click in links or heatmap chooses it too</source>
        <translation>%1。在连线或热力图中单击也可选择</translation>
    </message>
    <message>
        <source>from</source>
        <comment>token</comment>
        <translation>从</translation>
    </message>
    <message>
        <source>The token that asks</source>
        <translation>查询的词元</translation>
    </message>
    <message>
        <source>to</source>
        <comment>token</comment>
        <translation>到</translation>
    </message>
    <message>
        <source>The token that is attended to</source>
        <translation>被关注的词元</translation>
    </message>
    <message>
        <source>Shows the numbers under the thumbnails of the heads</source>
        <translation>在各头的缩略图下显示这些数</translation>
    </message>
    <message>
        <source>No token of this sentence fits that pattern.</source>
        <translation>这个句子中没有符合该模式的词元。</translation>
    </message>
    <message>
        <source>Choose two tokens above, or click a cell of the heatmap: every head is ranked by its weight from the one to the other.</source>
        <translation>请在上面选择两个词元，或单击热力图的一格：各头按从前者到后者的权重排列。</translation>
    </message>
    <message numerus="yes">
        <source>%n heads</source>
        <translation>
            <numerusform>%n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>share of attention, 0 to 1</source>
        <translation>注意力的份额，0 到 1</translation>
    </message>
    <message>
        <source>weight, 0 to 1</source>
        <translation>权重，0 到 1</translation>
    </message>
    <message>
        <source>entropy ÷ its largest, 0 to 1</source>
        <translation>熵 ÷ 最大值，0 到 1</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: %4</source>
        <translation>%1，第 %2 层，头 %3：%4</translation>
    </message>
    <message>
        <source>The share of the first token&apos;s attention that each head gives the second</source>
        <translation>每个头把第一个词元的注意力分给第二个词元的份额</translation>
    </message>
    <message>
        <source>beyond the mean</source>
        <translation>超出平均</translation>
    </message>
    <message>
        <source>Ranks by how far the weight exceeds the mean weight that all tokens give to the second one, so that a head that always looks there does not count</source>
        <translation>按权重比所有词元平均给第二个词元的权重高出多少来排序：总是看那里的头不算发现</translation>
    </message>
    <message>
        <source>weight − mean, −1 to 1</source>
        <translation>权重 − 平均，−1 到 1</translation>
    </message>
    <message>
        <source>How far the weight exceeds the mean weight that all tokens give to the second one</source>
        <translation>权重比所有词元平均给第二个词元的权重高出多少</translation>
    </message>
    <message>
        <source>share of what is moved, 0 to 1</source>
        <translation>所移动的量的份额，0 到 1</translation>
    </message>
    <message>
        <source>share of what is moved − mean, −1 to 1</source>
        <translation>所移动的量的份额 − 平均，−1 到 1</translation>
    </message>
</context>
<context>
    <name>regard::FirstHead</name>
    <message>
        <source>Layer %1 · head %2, shown first: %3</source>
        <translation>先显示第 %1 层 · 头 %2：%3</translation>
    </message>
</context>
<context>
    <name>regard::GenerateButtons</name>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Feeds the output back, word by word, until the end token or the limit; each word can be undone</source>
        <translation>把输出逐词送回输入，直到结束词元或达到上限；每个词都可撤销</translation>
    </message>
    <message>
        <source>Adds one word</source>
        <translation>添加一个词</translation>
    </message>
</context>
<context>
    <name>regard::Generation</name>
    <message>
        <source>The sentence has ended with %1: undo or delete it to go on.</source>
        <translation>句子已以 %1 结束：要继续，请撤销或删去它。</translation>
    </message>
    <message>
        <source>There is no output to choose a word from.</source>
        <translation>没有可供选词的输出。</translation>
    </message>
    <message>
        <source>“%1” cannot stand at the end of this sentence.</source>
        <translation>“%1”不能放在这个句子的末尾。</translation>
    </message>
    <message>
        <source>The decoder has nothing to go on from: type the beginning of a sentence.</source>
        <translation>解码器没有可接续的内容：请输入句子的开头。</translation>
    </message>
    <message>
        <source>The decoder has nothing to go on from: type the beginning of a sentence, such as %1.</source>
        <translation>解码器没有可接续的内容：请输入句子的开头，例如 %1。</translation>
    </message>
    <message>
        <source>An encoder names words in their place; only a decoder goes on with a sentence.</source>
        <translation>编码器说出各位置上的词；只有解码器才能把句子接着写下去。</translation>
    </message>
</context>
<context>
    <name>regard::GuideDialog</name>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>About Regard</source>
        <translation>关于 Regard</translation>
    </message>
    <message>
        <source>&lt;b&gt;Regard %1&lt;/b&gt;&lt;p&gt;Shows how attention works and what it does.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;&lt;p&gt;Built with Qt, QCustomPlot, Eigen, Highway and ICU.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Regard %1&lt;/b&gt;&lt;p&gt;展示注意力如何计算、起什么作用。&lt;/p&gt;&lt;p&gt;自由软件，采用 GNU 通用公共许可证第 3 版或更新版本，不提供任何担保。&lt;/p&gt;&lt;p&gt;使用 Qt、QCustomPlot、Eigen、Highway 和 ICU 构建。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>regard::HeadsPanel</name>
    <message>
        <source>Thumbnails of all heads</source>
        <translation>所有头的缩略图</translation>
    </message>
    <message>
        <source>Small pictures of all heads will appear here.</source>
        <translation>每个头的小图将显示在这里。</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个头</translation>
    </message>
    <message>
        <source>mean of %1 heads</source>
        <translation>%1 个头的平均</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>attends to nothing: every key is masked</source>
        <translation>不关注任何词：所有键都被掩去</translation>
    </message>
    <message>
        <source>strongest: %1 → %2 %3</source>
        <translation>最强：%1 → %2 %3</translation>
    </message>
    <message>
        <source>entropy %1 nats</source>
        <translation>熵 %1 奈特</translation>
    </message>
    <message>
        <source>The heads that moved most of their attention since the pinned state first</source>
        <translation>自固定的状态以来移动注意力最多的头在前</translation>
    </message>
    <message>
        <source>largest change: %1 → %2: %3</source>
        <translation>最大的变化：%1 → %2：%3</translation>
    </message>
    <message>
        <source>Switch off: &amp;zeros</source>
        <translation>停用：零(&amp;Z)</translation>
    </message>
    <message>
        <source>Zeros in place of the head&apos;s output (O)</source>
        <translation>用零代替这个头的输出 (O)</translation>
    </message>
    <message>
        <source>Switch off: its &amp;mean</source>
        <translation>停用：平均(&amp;M)</translation>
    </message>
    <message>
        <source>The mean over the sentence in place of the head&apos;s output</source>
        <translation>用句子上的平均代替这个头的输出</translation>
    </message>
    <message>
        <source>&amp;Uniform attention</source>
        <translation>均匀的注意力(&amp;U)</translation>
    </message>
    <message>
        <source>Each word attends alike to every word that it may attend to</source>
        <translation>每个词同等地关注它可以关注的每个词</translation>
    </message>
    <message>
        <source>Switch &amp;on</source>
        <translation>启用(&amp;O)</translation>
    </message>
    <message>
        <source>The head as the model has it (O)</source>
        <translation>这个头如模型原有 (O)</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>every query weighs its keys alike</source>
        <translation>每个查询对它的各个键权重都相等</translation>
    </message>
    <message>
        <source>Links of &amp;all heads</source>
        <translation>所有头的连线(&amp;A)</translation>
    </message>
    <message>
        <source>Show the links of all heads</source>
        <translation>显示所有头的连线</translation>
    </message>
    <message>
        <source>Links of &amp;none</source>
        <translation>不显示任何头的连线(&amp;N)</translation>
    </message>
    <message>
        <source>Hide the links of all heads</source>
        <translation>隐藏所有头的连线</translation>
    </message>
    <message>
        <source>&amp;Mean of the layer</source>
        <translation>本层平均(&amp;M)</translation>
    </message>
    <message>
        <source>The mean of the layer&apos;s heads in place of one head</source>
        <translation>用本层各头的平均代替一个头</translation>
    </message>
    <message>
        <source>By &amp;change</source>
        <translation>按变化(&amp;C)</translation>
    </message>
    <message>
        <source>One head fewer</source>
        <translation>少一个头</translation>
    </message>
    <message>
        <source>One head more</source>
        <translation>多一个头</translation>
    </message>
    <message>
        <source>What is done with all heads</source>
        <translation>对所有头做的事</translation>
    </message>
    <message numerus="yes">
        <source>set %n head(s)</source>
        <translation>
            <numerusform>改为 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>No heads</source>
        <translation>没有头</translation>
    </message>
    <message>
        <source>%1 heads together</source>
        <translation>%1 个头合在一起</translation>
    </message>
    <message>
        <source>nothing is left to show of it</source>
        <translation>没有剩下可以显示的</translation>
    </message>
    <message>
        <source>moves most: %1 → %2 %3</source>
        <translation>移动最多：%1 → %2 %3</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Number of heads: %1</source>
        <translation>头数：%1</translation>
    </message>
</context>
<context>
    <name>regard::HeatmapMinimap</name>
    <message>
        <source>Queries in view, on the whole sentence</source>
        <translation>可见的查询，在整个句子中的位置</translation>
    </message>
    <message>
        <source>Keys in view, on the whole sentence</source>
        <translation>可见的键，在整个句子中的位置</translation>
    </message>
</context>
<context>
    <name>regard::HeatmapPanel</name>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Raw scores of query and key</source>
        <translation>查询与键的原始得分</translation>
    </message>
    <message>
        <source>÷ √dₖ</source>
        <translation>÷ √dₖ</translation>
    </message>
    <message>
        <source>Scaled scores: divided by the square root of d_k where the model scales</source>
        <translation>缩放后的得分：模型做缩放时，除以 d_k 的平方根</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Masked scores: what the softmax reads</source>
        <translation>掩码后的得分：softmax 读入的内容</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Attention weights: softmax of each row</source>
        <translation>注意力权重：逐行 softmax</translation>
    </message>
    <message>
        <source>Heatmap of the head: query rows, key columns</source>
        <translation>该头的热力图：行为查询，列为键</translation>
    </message>
    <message>
        <source>Queries in view</source>
        <translation>可见的查询</translation>
    </message>
    <message>
        <source>Keys in view</source>
        <translation>可见的键</translation>
    </message>
    <message>
        <source>Type a sentence to see the matrix of its weights.</source>
        <translation>输入句子，即可看到它的权重矩阵。</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1, masked</source>
        <translation>%1，已掩去</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>masked: weight 0</source>
        <translation>已掩去：权重为 0</translation>
    </message>
    <message>
        <source>scaled %1</source>
        <translation>缩放后 %1</translation>
    </message>
    <message>
        <source>score  %1</source>
        <translation>得分  %1</translation>
    </message>
    <message>
        <source>uniform attention</source>
        <translation>均匀的注意力</translation>
    </message>
    <message>
        <source>Words made of several pieces have weights alone: a score belongs to a pair of pieces, and scores do not add up. Choose “Pieces” to see them</source>
        <translation>由几个词片合成的词只有权重：得分属于一对词片，得分不能相加。要看得分，请选择“词片”</translation>
    </message>
    <message>
        <source>A summary is made of weights: it has no scores</source>
        <translation>汇总由权重得来：没有得分</translation>
    </message>
    <message>
        <source>A difference has colours of its own, with 0 in the middle</source>
        <translation>差值有自己的颜色，0 在中间</translation>
    </message>
    <message>
        <source>Scores have colours of their own: they have no bounds</source>
        <translation>得分有自己的颜色：它们没有界限</translation>
    </message>
    <message>
        <source>What step %L1 multiplied v by, had this sentence been the first of its batch: crossed weights were set to 0, the others divided by 1 − %2. Outside training nothing is dropped</source>
        <translation>假如这句是第 %L1 步批量中的第一句，v 所乘的数：打叉的权重被置为 0，其余除以 1 − %2。训练之外不丢弃任何权重</translation>
    </message>
    <message>
        <source>Dropout is shown over the weights of one head and its single tokens, not over a summary or a difference</source>
        <translation>随机丢弃显示在单个头及其单个词元的权重上，不显示在汇总或差值上</translation>
    </message>
    <message>
        <source>dropped: 0</source>
        <translation>被丢弃：0</translation>
    </message>
    <message>
        <source>after dropout %1</source>
        <translation>丢弃后 %1</translation>
    </message>
    <message>
        <source>The file of attention does not have these numbers of this attention</source>
        <translation>注意力文件没有这个注意力的这些数</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>与文件中相同</translation>
    </message>
    <message>
        <source>&amp;After dropout</source>
        <translation>dropout 之后(&amp;A)</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Scores belong to weights of all keys: switch off “By value” and “Without the sink” to see them</source>
        <translation>得分属于对所有键的权重：关闭“按值”和“去掉汇点”即可看到</translation>
    </message>
    <message>
        <source>set by hand, or cut</source>
        <translation>手动设定或切断</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>汇点</translation>
    </message>
    <message>
        <source>by value %1</source>
        <translation>按值 %1</translation>
    </message>
</context>
<context>
    <name>regard::ImportancePage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Importance of each head, the most important first</source>
        <translation>每个头的重要性，最重要的在前</translation>
    </message>
    <message>
        <source>Replacement of each head</source>
        <translation>每个头换成什么</translation>
    </message>
    <message>
        <source>Replacement of each head: zeros, the mean of its output over the sentence, or uniform attention</source>
        <translation>每个头换成什么：零、输出在句子上的平均，或均匀的注意力</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>next word</source>
        <translation>下一个词</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>测量什么</translation>
    </message>
    <message>
        <source>Replaces every head in turn, in the model as it stands, and ranks them by what that does. Michel et al. 2019</source>
        <translation>在现在的模型中依次替换每个头，按其作用排序。Michel et al. 2019</translation>
    </message>
    <message>
        <source>Stops; what was ranked before stays</source>
        <translation>停止；之前的排序保留</translation>
    </message>
    <message>
        <source>Heads done</source>
        <translation>已完成的头</translation>
    </message>
    <message>
        <source>%v of %m heads</source>
        <translation>%v / %m 个头</translation>
    </message>
    <message>
        <source>importance, of an earlier state</source>
        <translation>重要性，属于较早的状态</translation>
    </message>
    <message>
        <source>importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Importance · %1</source>
        <translation>重要性 · %1</translation>
    </message>
    <message>
        <source>%1: the output changes by %2 of its length</source>
        <translation>%1：输出改变了长度的 %2</translation>
    </message>
    <message>
        <source>; %1 of the next word&apos;s probability goes elsewhere</source>
        <translation>；%1 的下一个词概率转到别处</translation>
    </message>
    <message>
        <source>Rank heads</source>
        <translation>给头排序</translation>
    </message>
    <message>
        <source>on map</source>
        <translation>在地图上</translation>
    </message>
    <message>
        <source>Replaces one head after the other in the model as it stands, where what is off stays off, and ranks them by what that does. Effect compares with everything on.</source>
        <translation>在模型的当前状态下（已停用的保持停用）逐个替换各头，并按其影响排序。效果则与一切都启用时相比。</translation>
    </message>
    <message>
        <source>Shows the importance under the thumbnails of the heads; while something is pinned, tick it anew to see it in place of how much they moved</source>
        <translation>在各头的缩略图下显示重要性；固定了状态时，重新勾选可代替移动的多少来显示</translation>
    </message>
    <message>
        <source>Of an earlier state: rank again.</source>
        <translation>属于较早的状态：请重新排序。</translation>
    </message>
    <message>
        <source>What is off stays off.</source>
        <translation>已停用的保持停用。</translation>
    </message>
    <message>
        <source>The model or the sentence has changed since</source>
        <translation>模型或句子此后已改变</translation>
    </message>
    <message>
        <source>Importance is measured in the model as it stands; Effect compares with everything on</source>
        <translation>重要性在模型的当前状态下测量；效果则与一切都启用时相比</translation>
    </message>
    <message>
        <source>Earlier importance · %1</source>
        <translation>较早的重要性 · %1</translation>
    </message>
    <message>
        <source>total variation</source>
        <translation>总变差</translation>
    </message>
    <message>
        <source>change ÷ length</source>
        <translation>变化 ÷ 长度</translation>
    </message>
    <message>
        <source>How far the last stack&apos;s output moves where the head is replaced: the length of the difference ÷ the length with the head, the mean over the tokens that are not masked out</source>
        <translation>替换这个头时最后一个堆叠的输出移动了多远：差的长度 ÷ 有这个头时的长度，对没有掩去的词元取平均</translation>
    </message>
    <message>
        <source>Total variation of the next word&apos;s probabilities, with and without the head: half the sum of their differences, the mean over the tokens that are not masked out</source>
        <translation>有这个头与没有它时下一个词的概率的总变差：各概率之差的绝对值之和的一半，对没有掩去的词元取平均</translation>
    </message>
</context>
<context>
    <name>regard::LanguageDialog</name>
    <message>
        <source>Search names and codes</source>
        <translation>搜索名称和代码</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The code of the language that names of languages are shown in: &quot;en&quot;, &quot;zh&quot;.</extracomment>
        <translation>zh</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>regard::LensPanel</name>
    <message>
        <source>Word to follow</source>
        <translation>要跟踪的词</translation>
    </message>
    <message>
        <source>any word of the vocabulary</source>
        <translation>词表里的任意一个词</translation>
    </message>
    <message>
        <source>Shows this word&apos;s rank and probability after each layer; empty: those of the most likely word</source>
        <translation>显示这个词在每一层之后的名次和概率；留空则显示最可能的词</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>What the model would say after each layer</source>
        <translation>每一层之后模型会说什么</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>“%1” (token %2), %3: most likely “%4”, probability %5</source>
        <translation>“%1”（词元 %2），%3：最可能是“%4”，概率 %5</translation>
    </message>
    <message>
        <source>“%1”: rank %L2 of %L3, probability %4</source>
        <translation>“%1”：在 %L3 个词中排第 %L2，概率 %4</translation>
    </message>
    <message>
        <source>click goes to this layer and token</source>
        <translation>单击转到这一层和这个词元</translation>
    </message>
</context>
<context>
    <name>regard::LessonDesk</name>
    <message>
        <source>Open lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Regard lessons (*.lesson);;All files (*)</source>
        <translation>Regard 课程 (*.lesson);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Unsaved lesson</source>
        <translation>未保存的课程</translation>
    </message>
    <message>
        <source>Save the lesson that is being recorded?</source>
        <translation>要保存正在录制的课程吗？</translation>
    </message>
    <message>
        <source>Unsaved pages will be lost.</source>
        <translation>未保存的页面将丢失。</translation>
    </message>
    <message>
        <source>Save lesson</source>
        <translation>保存课程</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Regard lessons</source>
        <translation>Regard 课程</translation>
    </message>
    <message>
        <source>Save the lesson “%1” that is being recorded?</source>
        <translation>要保存正在录制的课程“%1”吗？</translation>
    </message>
</context>
<context>
    <name>regard::LessonEditor</name>
    <message>
        <source>Record lesson</source>
        <translation>录制课程</translation>
    </message>
    <message>
        <source>Mark what is in focus</source>
        <translation>标出焦点所在</translation>
    </message>
    <message>
        <source>Save lesson…</source>
        <translation>保存课程…</translation>
    </message>
    <message>
        <source>Writes the lesson to a file</source>
        <translation>把课程写入文件</translation>
    </message>
    <message>
        <source>Close lesson</source>
        <translation>关闭课程</translation>
    </message>
    <message>
        <source>Title of the lesson</source>
        <translation>课程的标题</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Double click a page to see its state</source>
        <translation>双击一页可查看它的状态</translation>
    </message>
    <message>
        <source>A captured page marks the cell that the weights show and the tokens in focus</source>
        <translation>截取的页面会标出权重面板显示的单元格和焦点词元</translation>
    </message>
    <message>
        <source>Add page</source>
        <translation>添加页面</translation>
    </message>
    <message>
        <source>Captures what the window shows</source>
        <translation>截取窗口显示的内容</translation>
    </message>
    <message>
        <source>Replace state</source>
        <translation>替换状态</translation>
    </message>
    <message>
        <source>The page takes over what the window shows now; its text stays</source>
        <translation>该页改用窗口现在显示的内容；文字不变</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Moves the page up</source>
        <translation>把该页上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Moves the page down</source>
        <translation>把该页下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Takes the page out of the lesson</source>
        <translation>把该页从课程中删去</translation>
    </message>
    <message>
        <source>Title of the page</source>
        <translation>页面的标题</translation>
    </message>
    <message>
        <source>Text. Values in braces insert numbers: {weight 1 2}</source>
        <translation>正文。数值用花括号中的值填入：{weight 1 2}</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>页面的正文</translation>
    </message>
    <message>
        <source>Something to try (optional)</source>
        <translation>可尝试的操作（可以留空）</translation>
    </message>
    <message>
        <source>Something to try</source>
        <translation>可尝试的操作</translation>
    </message>
    <message>
        <source>Give the lesson a title first.</source>
        <translation>请先给课程起标题。</translation>
    </message>
    <message>
        <source>Add at least one page first.</source>
        <translation>请先添加至少一页。</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>no pages yet</source>
        <translation>还没有页面</translation>
    </message>
    <message>
        <source>Page %1 of “%2”</source>
        <translation>“%2”的第 %1 页</translation>
    </message>
    <message>
        <source>Caption under the pictures (optional)</source>
        <translation>图下的图注（可不填）</translation>
    </message>
    <message>
        <source>Stands under the pictures when the page is presented: at most %1 words or %2 Chinese characters. Without it, the first sentences of the text.</source>
        <translation>放映时显示在图的下面：最多 %1 个英语单词或 %2 个汉字。不填则显示正文的头几句。</translation>
    </message>
    <message>
        <source>Caption of the page</source>
        <translation>本页的图注</translation>
    </message>
    <message>
        <source>Mode of the page</source>
        <translation>本页的模式</translation>
    </message>
    <message>
        <source>The mode that the window takes on this page</source>
        <translation>窗口在这一页采用的模式</translation>
    </message>
    <message>
        <source>Mode of the panels</source>
        <translation>由面板决定模式</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>讲解</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Control under the text</source>
        <translation>正文下的控件</translation>
    </message>
    <message>
        <source>The control that is needed for what there is to try</source>
        <translation>试一试时要用的控件</translation>
    </message>
    <message>
        <source>No control</source>
        <translation>没有控件</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>d_k</source>
        <translation>d_k</translation>
    </message>
    <message>
        <source>Encoder mask</source>
        <translation>编码器掩码</translation>
    </message>
    <message>
        <source>Decoder mask</source>
        <translation>解码器掩码</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
</context>
<context>
    <name>regard::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Close lesson</source>
        <translation>关闭课程</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>页面的正文</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>The page before (Alt+Left)</source>
        <translation>上一页 (Alt+Left)</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重来</translation>
    </message>
    <message>
        <source>Show the page&apos;s state again</source>
        <translation>恢复本页的状态</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>The next page (Alt+Right)</source>
        <translation>下一页 (Alt+Right)</translation>
    </message>
    <message>
        <source>Try this</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Try this: done</source>
        <translation>试一试：已完成</translation>
    </message>
    <message>
        <source>Try this: not done yet</source>
        <translation>试一试：尚未完成</translation>
    </message>
    <message>
        <source>The text keeps the numbers and words that the page began with.</source>
        <translation>正文里的数和词，保持本页开始时的样子。</translation>
    </message>
    <message>
        <source>The pages of the lesson</source>
        <translation>本课的各页</translation>
    </message>
    <message>
        <source>Begin the page again</source>
        <translation>重新开始本页</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>✓ Done.</source>
        <translation>✓ 已完成：</translation>
    </message>
    <message>
        <source>Try this.</source>
        <translation>试一试：</translation>
    </message>
</context>
<context>
    <name>regard::LessonPlayer</name>
    <message>
        <source>Page %1 of “%2”</source>
        <translation>“%2”的第 %1 页</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>第 %1 页</translation>
    </message>
</context>
<context>
    <name>regard::LinkMinimap</name>
    <message>
        <source>Tokens in view</source>
        <translation>可见的词元</translation>
    </message>
</context>
<context>
    <name>regard::LinksPanel</name>
    <message>
        <source>Links between tokens</source>
        <translation>词元之间的连线</translation>
    </message>
    <message>
        <source>Hide &amp;below</source>
        <translation>隐藏低于(&amp;B)</translation>
    </message>
    <message>
        <source>Smallest weight that is drawn</source>
        <translation>画出的最小权重</translation>
    </message>
    <message>
        <source>Links below this weight are hidden and counted; a token in focus shows all of its links</source>
        <translation>低于此权重的连线不画出，只计数；焦点词元显示它的全部连线</translation>
    </message>
    <message>
        <source>horizontal</source>
        <translation>横排</translation>
    </message>
    <message>
        <source>Tokens side by side instead of one above the other</source>
        <translation>词元左右并列，而不是上下排列</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>One small picture for each head instead of all in one</source>
        <translation>每个头一幅小图，而不是画在一起</translation>
    </message>
    <message>
        <source>1 link hidden</source>
        <translation>隐藏了 1 条连线</translation>
    </message>
    <message>
        <source>%L1 links hidden</source>
        <translation>隐藏了 %L1 条连线</translation>
    </message>
    <message>
        <source>Type a sentence to see which words look at which.</source>
        <translation>输入句子，即可看到哪些词关注哪些词。</translation>
    </message>
    <message>
        <source>%1 → %2, weight %3</source>
        <translation>%1 → %2，权重 %3</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>… and %1 more heads</source>
        <translation>……另有 %1 个头</translation>
    </message>
    <message>
        <source>strongest: %1</source>
        <translation>最强：%1</translation>
    </message>
    <message>
        <source>%1 → %2: %3</source>
        <translation>%1 → %2：%3</translation>
    </message>
    <message>
        <source>“%1” is new: the pinned sentence does not have it</source>
        <translation>“%1”是新的：固定的句子中没有它</translation>
    </message>
    <message>
        <source>largest change: %1</source>
        <translation>最大的变化：%1</translation>
    </message>
    <message>
        <source>“%1” weighs %2 keys alike: %3 each, %4</source>
        <translation>“%1”对 %2 个键的权重相等：各 %3，%4</translation>
    </message>
    <message>
        <source>%2 queries weigh “%1” alike: %3 each, %4</source>
        <translation>%2 个查询对“%1”的权重相等：各 %3，%4</translation>
    </message>
    <message>
        <source>curved</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Links run along curves instead of straight lines</source>
        <translation>连线画成曲线，而不是直线</translation>
    </message>
    <message>
        <source>Click a word to see where it looks.</source>
        <translation>点一个词，看它在看谁。</translation>
    </message>
    <message>
        <source>%1 → %2, by value %3</source>
        <translation>%1 → %2，按值 %3</translation>
    </message>
</context>
<context>
    <name>regard::ListActions</name>
    <message>
        <source>&amp;Copy list</source>
        <translation>复制列表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Export list as CSV…</source>
        <translation>把列表导出为 CSV(&amp;E)…</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>Table, CSV</source>
        <translation>表格，CSV</translation>
    </message>
</context>
<context>
    <name>regard::LogitPartsPanel</name>
    <message>
        <source>Click: which word brought it?</source>
        <translation>单击：是哪个词带来的？</translation>
    </message>
</context>
<context>
    <name>regard::LogitWords</name>
    <message>
        <source>Word whose logit is explained</source>
        <translation>要解释其 logit 的词</translation>
    </message>
    <message>
        <source>Choose or type a word of the vocabulary</source>
        <translation>选择或输入词表中的一个词</translation>
    </message>
    <message>
        <source>Word that it is compared with</source>
        <translation>与之比较的词</translation>
    </message>
    <message>
        <source>The logit beyond that of another word: only the difference decides between the two</source>
        <translation>logit 超出另一个词的部分：两者之间只由差决定</translation>
    </message>
    <message>
        <source>likeliest word</source>
        <translation>最可能的词</translation>
    </message>
    <message>
        <source>beyond the next likeliest</source>
        <translation>超出次可能的词</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>不比较</translation>
    </message>
    <message>
        <source>The vocabulary has no word “%1”.</source>
        <translation>词表中没有“%1”这个词。</translation>
    </message>
</context>
<context>
    <name>regard::MainWindow</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>draw weights anew</source>
        <translation>重新抽取权重</translation>
    </message>
    <message>
        <source>Copied: the details that a report needs, nothing personal and nothing of your work.</source>
        <translation>已复制报告问题所需的信息，其中没有您的工作和您本人的任何信息。</translation>
    </message>
    <message>
        <source>The pinned model cannot read this: %1</source>
        <translation>固定的模型读不了这个句子：%1</translation>
    </message>
    <message>
        <source>Type × %1</source>
        <translation>字体 × %1</translation>
    </message>
</context>
<context>
    <name>regard::Matrices</name>
    <message>
        <source>%1 must be a finite number.</source>
        <translation>%1 必须是有限的数。</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>The block is %1 and does not fit %2, which is %3, from row %4 and column %5 on.</source>
        <translation>这块数为 %1，从第 %4 行第 %5 列起放不进 %2（%3）。</translation>
    </message>
    <message>
        <source>The block for %1 holds a number that is not finite.</source>
        <translation>给 %1 的这块数里有一个不是有限的数。</translation>
    </message>
    <message>
        <source>Change vocabulary</source>
        <translation>更改词表</translation>
    </message>
    <message>
        <source>Revert %1</source>
        <translation>还原 %1</translation>
    </message>
    <message>
        <source>The temperature of a softmax must be between %1 and %2.</source>
        <translation>softmax 的温度必须在 %1 和 %2 之间。</translation>
    </message>
    <message>
        <source>Revert all changes</source>
        <translation>恢复所有更改</translation>
    </message>
</context>
<context>
    <name>regard::MatrixChip</name>
    <message>
        <source>Matrix %1</source>
        <translation>矩阵 %1</translation>
    </message>
    <message>
        <source>holds highlighted numbers</source>
        <translation>含有亮起的数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>regard::MatrixLock</name>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Keep this matrix as it is while the model learns</source>
        <translation>模型学习时保持此矩阵不变</translation>
    </message>
    <message>
        <source>Locked, the matrix stays as it is while the others learn</source>
        <translation>锁定后，其他矩阵学习时此矩阵保持不变</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>仅此</translation>
    </message>
    <message>
        <source>Train only this matrix</source>
        <translation>只让此矩阵学习</translation>
    </message>
    <message>
        <source>Locks every other matrix; unlock a second one to let two learn</source>
        <translation>锁定所有其他矩阵；再解锁一个就有两个学习</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
</context>
<context>
    <name>regard::MatrixSelector</name>
    <message>
        <source>E: one row a token; together with its position it is the token&apos;s row of X</source>
        <translation>E：每个词元一行；加上它的位置，就是这个词元在 X 中的一行</translation>
    </message>
    <message>
        <source>E target: one row a token of the target; together with its position it is the token&apos;s row of X</source>
        <translation>E 目标：目标句的每个词元一行；加上它的位置，就是这个词元在 X 中的一行</translation>
    </message>
    <message>
        <source>token_type: one row is added to each token, by the sentence of a pair it stands in</source>
        <translation>token_type：每个词元按它在句对中的哪一句加上一行</translation>
    </message>
    <message>
        <source>More matrices</source>
        <translation>更多矩阵</translation>
    </message>
    <message>
        <source>The matrices that have no room in this row</source>
        <translation>这一行放不下的矩阵</translation>
    </message>
</context>
<context>
    <name>regard::Minimap</name>
    <message>
        <source>tokens %1 to %2 of %3</source>
        <translation>%3 个词元中的第 %1 到 %2 个</translation>
    </message>
    <message>
        <source>In view: tokens %1 to %2 of %3. Click, drag or use the arrow keys to go elsewhere</source>
        <translation>可见：%3 个词元中的第 %1 到 %2 个。单击、拖动或用方向键移到别处</translation>
    </message>
</context>
<context>
    <name>regard::ModeSwitch</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>regard::ModelFolders</name>
    <message>
        <source>Pin from folder</source>
        <translation>从文件夹固定</translation>
    </message>
    <message>
        <source>Pin from file</source>
        <translation>从文件固定</translation>
    </message>
    <message>
        <source>Projects and files of attention (*.regard *.safetensors *.json)</source>
        <translation>项目和注意力文件 (*.regard *.safetensors *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>“%1” has no sentence, and nothing is typed here: there is nothing to compare.</source>
        <translation>“%1”没有句子，这里也没有输入：没有可比较的内容。</translation>
    </message>
    <message>
        <source>as opened</source>
        <translation>打开时的模型</translation>
    </message>
</context>
<context>
    <name>regard::ModelPanel</name>
    <message>
        <source>%1 is out of range: %2 takes a whole number from %3 to %4.</source>
        <translation>%1 超出范围：%2 应为 %3 到 %4 的整数。</translation>
    </message>
    <message numerus="yes">
        <source>set %n decoder head(s)</source>
        <translation>
            <numerusform>解码器改为 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>set d_k to %1</source>
        <translation>d_k 设为 %1</translation>
    </message>
    <message>
        <source>set d_v to %1</source>
        <translation>d_v 设为 %1</translation>
    </message>
    <message>
        <source>change the score</source>
        <translation>更改得分函数</translation>
    </message>
    <message>
        <source>change the mask</source>
        <translation>更改掩码</translation>
    </message>
    <message>
        <source>change the decoder’s mask</source>
        <translation>更改解码器掩码</translation>
    </message>
    <message>
        <source>switch the output projection on</source>
        <translation>启用输出投影</translation>
    </message>
    <message>
        <source>switch the output projection off</source>
        <translation>停用输出投影</translation>
    </message>
    <message>
        <source>switch biases on</source>
        <translation>启用偏置</translation>
    </message>
    <message>
        <source>switch biases off</source>
        <translation>停用偏置</translation>
    </message>
    <message>
        <source>switch the residual on</source>
        <translation>启用残差连接</translation>
    </message>
    <message>
        <source>switch the residual off</source>
        <translation>停用残差连接</translation>
    </message>
    <message>
        <source>set d_ff to %1</source>
        <translation>d_ff 设为 %1</translation>
    </message>
    <message>
        <source>set the decoder’s d_ff to %1</source>
        <translation>解码器 d_ff 设为 %1</translation>
    </message>
    <message>
        <source>change the activation</source>
        <translation>更改激活函数</translation>
    </message>
    <message>
        <source>change the norm</source>
        <translation>更改归一化</translation>
    </message>
    <message>
        <source>switch the final norm on</source>
        <translation>启用最终归一化</translation>
    </message>
    <message>
        <source>switch the final norm off</source>
        <translation>停用最终归一化</translation>
    </message>
    <message>
        <source>change positions</source>
        <translation>更改位置编码</translation>
    </message>
    <message>
        <source>scale the embedding</source>
        <translation>启用嵌入缩放</translation>
    </message>
    <message>
        <source>leave the embedding unscaled</source>
        <translation>停用嵌入缩放</translation>
    </message>
    <message>
        <source>switch the embedding’s norm on</source>
        <translation>启用嵌入归一化</translation>
    </message>
    <message>
        <source>switch the embedding’s norm off</source>
        <translation>停用嵌入归一化</translation>
    </message>
    <message>
        <source>switch the feed-forward on</source>
        <translation>启用前馈网络</translation>
    </message>
    <message>
        <source>switch the feed-forward off</source>
        <translation>停用前馈网络</translation>
    </message>
    <message>
        <source>change the initialisation</source>
        <translation>更改初始化</translation>
    </message>
    <message>
        <source>change the deviation</source>
        <translation>更改标准差</translation>
    </message>
    <message>
        <source>draw a new seed</source>
        <translation>抽取新种子</translation>
    </message>
    <message>
        <source>d_model %1 cannot be shared by %2 heads: choose a number of heads that divides it.</source>
        <translation>d_model %1 不能由 %2 个头均分：请选择能整除它的头数。</translation>
    </message>
    <message>
        <source>share d_model among the heads</source>
        <translation>在各头间均分 d_model</translation>
    </message>
    <message>
        <source>set the architecture to %1</source>
        <translation>架构设为%1</translation>
    </message>
    <message>
        <source>Without any layer there is no attention: give the encoder or the decoder at least one.</source>
        <translation>一层也没有就没有注意力：编码器或解码器至少要有一层。</translation>
    </message>
    <message numerus="yes">
        <source>set %n decoder layer(s)</source>
        <translation>
            <numerusform>解码器改为 %n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set %n layer(s)</source>
        <translation>
            <numerusform>改为 %n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set %n head(s)</source>
        <translation>
            <numerusform>改为 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model %2: choose a divisor of %2, or switch “d_k = d_model / heads” off.</source>
        <translation>%1 个头不能整除 d_model %2：请选择 %2 的约数，或取消勾选“d_k = d_model / 头数”。</translation>
    </message>
    <message>
        <source>d_model %1 cannot be shared by %2 heads: choose a multiple of %2, or switch “d_k = d_model / heads” off.</source>
        <translation>d_model %1 不能由 %2 个头均分：请选择 %2 的倍数，或取消勾选“d_k = d_model / 头数”。</translation>
    </message>
    <message>
        <source>set d_model to %1</source>
        <translation>d_model 设为 %1</translation>
    </message>
    <message>
        <source>“%1” is not a seed: it is a whole number from 0 to 18446744073709551615.</source>
        <translation>“%1”不是种子：种子是 0 到 18446744073709551615 的整数。</translation>
    </message>
    <message>
        <source>set seed %1</source>
        <translation>种子设为 %1</translation>
    </message>
    <message>
        <source>“%1” is not an ε: it is a number above 0, such as 1e-5.</source>
        <translation>“%1”不能作 ε：ε 是大于 0 的数，例如 1e-5。</translation>
    </message>
    <message>
        <source>set ε to %1</source>
        <translation>ε 设为 %1</translation>
    </message>
    <message>
        <source>There is not enough memory for a model of this size; the sizes stay as they were.</source>
        <translation>内存不足以容纳这样大的模型；大小保持不变。</translation>
    </message>
    <message>
        <source>Encoder depth</source>
        <translation>编码器层数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Encoder mask</source>
        <translation>编码器掩码</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>The rows of the checkpoint’s embedding have %1 numbers, so d_model stays %1</source>
        <translation>检查点的嵌入每行有 %1 个数，因此 d_model 仍为 %1</translation>
    </message>
    <message>
        <source>Where %1 follows, the heads must give as many numbers as “%2”, but “%3” × “%4” is %5 × %6 = %7 and “%2” is %8. Tick “%9”, or make the two equal.</source>
        <translation>后面接%1时，各头给出的数的个数必须等于“%2”，但“%3” × “%4”为 %5 × %6 = %7，而“%2”为 %8。请勾选“%9”，或使两者相等。</translation>
    </message>
    <message>
        <source>“%1” is %2, but must divide “%3”, which is %4: choose a divisor of %4, or “%5”.</source>
        <translation>“%1”为 %2，但必须能整除“%3”（为 %4）：请选择 %4 的约数，或“%5”。</translation>
    </message>
    <message>
        <source>Rotary positions turn columns in pairs, so “%1” must be even, not %2.</source>
        <translation>旋转位置编码成对地旋转列，因此“%1”必须是偶数，而不是 %2。</translation>
    </message>
    <message>
        <source>“%1” takes a number above 0, from 1e-30 to 1e30, such as 1e-5.</source>
        <translation>“%1”须是大于 0、 1e-30 到 1e30 的数，例如 1e-5。</translation>
    </message>
    <message>
        <source>“%1” takes a number above 0, from 1e-30 to 1e30, such as 10000.</source>
        <translation>“%1”须是大于 0、 1e-30 到 1e30 的数，例如 10000。</translation>
    </message>
    <message>
        <source>These sizes make %L1 weights, more than the %L2 that a model may have: choose smaller ones.</source>
        <translation>这样的大小共有 %L1 个权重，超过了模型的上限 %L2：请选择更小的值。</translation>
    </message>
    <message>
        <source>%L1 weights would be drawn at random beside the trained ones, more than the %L2 that may be: choose smaller sizes.</source>
        <translation>除训练好的权重外，还要随机抽取 %L1 个权重，超过了上限 %L2：请选择更小的值。</translation>
    </message>
    <message>
        <source>Two directions divide “%1” between them, so it must be even, not %2.</source>
        <translation>两个方向平分“%1”，所以它必须是偶数，不能是 %2。</translation>
    </message>
    <message>
        <source>A recurrent encoder needs at least one layer.</source>
        <translation>循环编码器至少需要一层。</translation>
    </message>
    <message>
        <source>A recurrent decoder needs at least one layer.</source>
        <translation>循环解码器至少需要一层。</translation>
    </message>
</context>
<context>
    <name>regard::MoreMenu</name>
    <message>
        <source>More panels</source>
        <translation>更多面板</translation>
    </message>
    <message>
        <source>Enter: beside the pictures · Shift+Enter: in its own window</source>
        <translation>Enter：在图旁边 · Shift+Enter：在单独的窗口</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>regard::NoteStrip</name>
    <message>
        <source>About this project</source>
        <translation>关于本项目</translation>
    </message>
    <message>
        <source>Hide the note</source>
        <translation>隐藏说明</translation>
    </message>
    <message>
        <source>Not known here: %1. These keys of config.json are not read.</source>
        <translation>这里不认识：%1。config.json 的这些键不会被读取。</translation>
    </message>
    <message>
        <source>config.json names code of its own for this model (auto_map), which is not run.</source>
        <translation>config.json 为这个模型指定了自带的代码（auto_map），这些代码不会运行。</translation>
    </message>
    <message>
        <source>The names of all tensors begin with “%1”; the model is read without it.</source>
        <translation>所有张量的名称都以“%1”开头；读取模型时把它去掉。</translation>
    </message>
</context>
<context>
    <name>regard::OpenModelDialog</name>
    <message>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>家族</translation>
    </message>
    <message>
        <source>A click</source>
        <translation>点击</translation>
    </message>
    <message>
        <source>About the chosen model</source>
        <translation>关于所选的模型</translation>
    </message>
    <message>
        <source>Another &amp;folder…</source>
        <translation>其他文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>On this computer: looking in %1 …</source>
        <translation>在本机上：正在查找 %1 …</translation>
    </message>
    <message>
        <source>On this computer: none in %1</source>
        <translation>在本机上：%1 中没有</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机上</translation>
    </message>
    <message>
        <source>opens it</source>
        <translation>打开它</translation>
    </message>
    <message>
        <source>says why it does not open</source>
        <translation>说明为什么打不开</translation>
    </message>
    <message>
        <source>To begin with</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>copies the command for it</source>
        <translation>复制下载它的命令</translation>
    </message>
    <message>
        <source>Copied: %1
Run it in a terminal; hf comes with pip install huggingface_hub.</source>
        <translation>已复制：%1
在终端中运行；hf 随 pip install huggingface_hub 而来。</translation>
    </message>
</context>
<context>
    <name>regard::OutputPanel</name>
    <message>
        <source>Vocabulary…</source>
        <translation>词表…</translation>
    </message>
    <message>
        <source>Probabilities of the next token</source>
        <translation>下一个词元的概率</translation>
    </message>
    <message>
        <source>The most words that Generate adds</source>
        <translation>“生成”最多添加的词数</translation>
    </message>
    <message>
        <source>most likely</source>
        <translation>概率最大</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>How a word is chosen</source>
        <translation>如何选词</translation>
    </message>
    <message>
        <source>The most probable word, or one drawn by its probability. What is drawn depends on the model&apos;s seed and the position alone, so that undo and redo give the same word</source>
        <translation>取概率最大的词，或按概率抽取一个词。抽到什么只取决于模型的种子和位置，因此撤销再重做会得到同一个词</translation>
    </message>
    <message>
        <source>softmax(logits / temperature): below 1 the probable words gain, above 1 all become more alike</source>
        <translation>softmax(logits / 温度)：小于 1 时概率大的词更占优，大于 1 时各词趋于相近</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Only this many of the most probable words take part; 0: all of them</source>
        <translation>只有概率最大的这么多个词参与；0 表示全部</translation>
    </message>
    <message>
        <source>The words that the decoder chooses from, and the token that ends a sentence</source>
        <translation>解码器可选的词，以及结束句子的词元</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>top k</source>
        <translation>top k</translation>
    </message>
    <message>
        <source>The weights of the decoder or of its output are random: the words mean nothing.</source>
        <translation>解码器或其输出层的权重是随机抽取的：这些词没有含义。</translation>
    </message>
    <message>
        <source>each row predicts the next token · %L1 words</source>
        <translation>每行预测下一个词元 · %L1 个词</translation>
    </message>
    <message>
        <source>Type the beginning of a sentence to see what comes next.</source>
        <translation>输入句子的开头，即可看到接下来是什么。</translation>
    </message>
    <message>
        <source>“%1” is not in the vocabulary</source>
        <translation>“%1”不在词表中</translation>
    </message>
    <message>
        <source>“%1” as token %2: probability %3</source>
        <translation>“%1”作为第 %2 个词元：概率 %3</translation>
    </message>
    <message>
        <source>; it follows in the text</source>
        <translation>；文本的下一个词就是它</translation>
    </message>
    <message>
        <source>; double click adds it</source>
        <translation>；双击添加它</translation>
    </message>
    <message>
        <source>Type %1 in place of a word to see which words the model would put there.</source>
        <translation>用 %1 代替一个词，即可看到模型会在那里放哪些词。</translation>
    </message>
    <message>
        <source>each row predicts its own token · %L1 words</source>
        <translation>每行预测自己位置上的词元 · %L1 个词</translation>
    </message>
    <message>
        <source>Probabilities of the words in each place</source>
        <translation>各位置上词的概率</translation>
    </message>
    <message>
        <source>Type a sentence to see which words the model would put in each place.</source>
        <translation>输入句子，即可看到模型会在各个位置放哪些词。</translation>
    </message>
    <message>
        <source>Type a source, and the beginning of a target, to see what comes next.</source>
        <translation>输入源句和目标句的开头，即可看到接下来是什么。</translation>
    </message>
    <message>
        <source>Type a source, and a target that starts with a token such as %1, to see what comes next.</source>
        <translation>输入源句，以及以 %1 这样的词元开头的目标句，即可看到接下来是什么。</translation>
    </message>
    <message>
        <source>; it is the actual token</source>
        <translation>；那里就是它</translation>
    </message>
    <message>
        <source>each row says whether its token was replaced</source>
        <translation>每行判断自己的词元是否被换过</translation>
    </message>
    <message>
        <source>Probabilities that each token was replaced</source>
        <translation>每个词元被换过的概率</translation>
    </message>
    <message>
        <source>Type a sentence to see which of its words the model takes for replaced.</source>
        <translation>输入一个句子，看模型认为其中哪些词被换过。</translation>
    </message>
    <message>
        <source>Token %2 is %1: probability %3</source>
        <translation>第 %2 个词元是 %1：概率 %3</translation>
    </message>
</context>
<context>
    <name>regard::Panel</name>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>More of %1</source>
        <translation>%1的更多操作</translation>
    </message>
</context>
<context>
    <name>regard::PartsPanel</name>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
</context>
<context>
    <name>regard::PatchGrids</name>
    <message>
        <source>Rows between the layers of the pinned and the present state</source>
        <translation>固定的状态和现在的状态的层与层之间的行</translation>
    </message>
    <message>
        <source>Present: drag a cell here</source>
        <translation>现在：把一格拖到这里</translation>
    </message>
    <message>
        <source>Pinned: drag a cell from here</source>
        <translation>固定：从这里拖出一格</translation>
    </message>
    <message>
        <source>present</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>%1, “%2” (token %3), %4</source>
        <translation>%1，“%2”（词元 %3），%4</translation>
    </message>
    <message>
        <source>%1: “%2”, probability %3</source>
        <translation>%1：“%2”，概率 %3</translation>
    </message>
    <message>
        <source>comes from another pass; a click or Delete takes it out</source>
        <translation>来自另一次计算；单击或 Delete 取出</translation>
    </message>
    <message>
        <source>drag it onto a cell below, or mark it with Space and put it there with Return</source>
        <translation>拖到下方的一格上，或用空格标记，再用 Return 放到那里</translation>
    </message>
    <message>
        <source>patch %1</source>
        <translation>替入%1</translation>
    </message>
    <message>
        <source>%1 as computed</source>
        <translation>%1按计算值</translation>
    </message>
</context>
<context>
    <name>regard::PatchPanel</name>
    <message>
        <source>What the panel shows</source>
        <translation>面板显示什么</translation>
    </message>
    <message>
        <source>S&amp;wap</source>
        <translation>对调(&amp;W)</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Map of all patches</source>
        <translation>所有替入的图</translation>
    </message>
    <message>
        <source>What each head or layer of the pinned state alone does here</source>
        <translation>固定的状态的每个头或每层单独在这里起什么作用</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Rows to be dragged</source>
        <translation>可拖动的行</translation>
    </message>
    <message>
        <source>The rows between the layers of both states: drag one of the pinned onto one of the present</source>
        <translation>两个状态的层与层之间的行：把固定的一行拖到现在的一行上</translation>
    </message>
    <message>
        <source>What comes from the pinned state</source>
        <translation>什么来自固定的状态</translation>
    </message>
    <message>
        <source>Each cell of the map takes this alone from the pinned state: of a head at all words, or of a layer at one word</source>
        <translation>图的每一格只从固定的状态取来这一项：一个头在所有词处，或一层在一个词处</translation>
    </message>
    <message>
        <source>Swap the pinned and the present state</source>
        <translation>对调固定的状态和现在的状态</translation>
    </message>
    <message>
        <source>Pins the present state and goes to the pinned one: patches then go the other way</source>
        <translation>把现在的状态固定下来，转到原来固定的状态：替入就反方向进行</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>How much of the way to the pinned state each patch goes</source>
        <translation>每个替入向固定的状态走了多少</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>click puts it in, or takes it out again</source>
        <translation>单击替入，再次单击取出</translation>
    </message>
    <message>
        <source>%1 as computed</source>
        <translation>%1按计算值</translation>
    </message>
    <message>
        <source>patch %1</source>
        <translation>替入%1</translation>
    </message>
    <message>
        <source>swap pinned and present state</source>
        <translation>对调固定的状态和现在的状态</translation>
    </message>
</context>
<context>
    <name>regard::PathPanel</name>
    <message>
        <source>Kind of path</source>
        <translation>词的路径</translation>
    </message>
    <message>
        <source>Through which cells, or which attention, the words reach each other</source>
        <translation>词与词之间经过哪些单元或哪个注意力</translation>
    </message>
    <message>
        <source>How much of each word remains at the end</source>
        <translation>每个词到最后还剩下多少</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click two words, one after the other: the path leads from the first to the second.</source>
        <translation>依次单击两个词：路径从第一个通向第二个。</translation>
    </message>
</context>
<context>
    <name>regard::PictureSwitch</name>
    <message>
        <source>Pictures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
</context>
<context>
    <name>regard::PlayBar</name>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause (P)</source>
        <translation>暂停 (P)</translation>
    </message>
    <message>
        <source>Play it scene by scene (P)</source>
        <translation>逐幕播放 (P)</translation>
    </message>
    <message>
        <source>%1, scene %2: %3</source>
        <translation>%1，第 %2 幕：%3</translation>
    </message>
</context>
<context>
    <name>regard::PlaySentences</name>
    <message>
        <source>What happens</source>
        <translation>发生了什么</translation>
    </message>
</context>
<context>
    <name>regard::PlaySlider</name>
    <message>
        <source>Place in the play</source>
        <translation>播放位置</translation>
    </message>
</context>
<context>
    <name>regard::PlayView</name>
    <message>
        <source>How one word comes to look at the others</source>
        <translation>一个词怎样看其他的词</translation>
    </message>
    <message>
        <source>click selects this key</source>
        <translation>单击选中这个键</translation>
    </message>
</context>
<context>
    <name>regard::PresentControls</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Controls of the presentation</source>
        <translation>演示的控件</translation>
    </message>
    <message>
        <source>Smaller type</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Larger type</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>Black screen</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>Esc ends</source>
        <translation>Esc 结束</translation>
    </message>
    <message>
        <source>End the presentation</source>
        <translation>结束演示</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ 播放</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
</context>
<context>
    <name>regard::PresentCurtain</name>
    <message>
        <source>Black screen: any key or click shows the picture again</source>
        <translation>黑屏：按任意键或单击恢复画面</translation>
    </message>
</context>
<context>
    <name>regard::PresentStage</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>Right %1 %</source>
        <translation>正确 %1 %</translation>
    </message>
    <message>
        <source>Pictures: %1</source>
        <translation>图中：%1</translation>
    </message>
</context>
<context>
    <name>regard::Presentation</name>
    <message>
        <source>Type × %1</source>
        <translation>字体 × %1</translation>
    </message>
    <message>
        <source>%1 / %2 · %3</source>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message>
        <source>While presenting, shows where the pointer is; the key S does it too</source>
        <translation>演示时显示指针在哪里；按 S 键也可以</translation>
    </message>
    <message>
        <source>Esc ends · F10 menu · B black · S ring</source>
        <translation>Esc 结束 · F10 菜单 · B 黑屏 · S 圆环</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message numerus="yes">
        <source>%n snapshots</source>
        <translation>
            <numerusform>%n 个快照</numerusform>
        </translation>
    </message>
    <message>
        <source>Snapshot %1 of %2</source>
        <translation>快照 %1 / %2</translation>
    </message>
    <message>
        <source>Type × %1 is the largest that fits</source>
        <translation>文字 × %1 是放得下的最大一档</translation>
    </message>
    <message>
        <source>Rin&amp;g at the pointer</source>
        <translation>指针处的圆环(&amp;G)</translation>
    </message>
    <message>
        <source>Presenter&apos;s view</source>
        <translation>演讲者视图</translation>
    </message>
    <message>
        <source>→ next page · %1</source>
        <translation>→ 下一页 · %1</translation>
    </message>
    <message>
        <source>The last page: Esc ends</source>
        <translation>最后一页：按 Esc 结束</translation>
    </message>
    <message>
        <source>1 / %1 · Page Down shows the next · %2</source>
        <translation>1 / %1 · Page Down 显示下一幅 · %2</translation>
    </message>
</context>
<context>
    <name>regard::PresenterView</name>
    <message>
        <source>Screen of the presentation</source>
        <translation>放映所用的屏幕</translation>
    </message>
    <message>
        <source>What comes next</source>
        <translation>接下来的内容</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>页面的正文</translation>
    </message>
    <message>
        <source>Since the beginning: %1</source>
        <translation>已用时间：%1</translation>
    </message>
    <message>
        <source>Next: more of this page</source>
        <translation>下一屏：本页的后续</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一页：%1</translation>
    </message>
    <message>
        <source>This is the last page</source>
        <translation>这是最后一页</translation>
    </message>
</context>
<context>
    <name>regard::ProjectFiles</name>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Open example</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Regard projects</source>
        <translation>Regard 项目</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Open &amp;model folder…</source>
        <translation>打开模型文件夹(&amp;M)…</translation>
    </message>
    <message>
        <source>Opens a trained model: a folder with config.json, weights and tokenizer</source>
        <translation>打开训练好的模型：含有 config.json、权重和分词器的文件夹</translation>
    </message>
    <message>
        <source>Folder for the projects</source>
        <translation>存放项目的文件夹</translation>
    </message>
    <message>
        <source>File to learn from</source>
        <translation>用来学习的文件</translation>
    </message>
    <message>
        <source>Texts (*.txt *.tsv);;All files (*)</source>
        <translation>文本 (*.txt *.tsv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Regard projects and lessons (*.regard *.lesson)</source>
        <translation>Regard 项目和课程 (*.regard *.lesson)</translation>
    </message>
    <message>
        <source>Files of attention (*.safetensors *.json)</source>
        <translation>注意力文件 (*.safetensors *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Not saved. Reopens it as it was left: “%1”</source>
        <translation>尚未保存。恢复到离开时的样子：“%1”</translation>
    </message>
</context>
<context>
    <name>regard::RankedHeads</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>layer.head</source>
        <translation>层.头</translation>
    </message>
</context>
<context>
    <name>regard::RecoveryDialog</name>
    <message>
        <source>&amp;Recover</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Compare with the saved file</source>
        <translation>与已保存的文件比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>以后再说(&amp;L)</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>Regard closed unexpectedly. This work was not saved:</source>
        <translation>Regard 意外退出。这些工作没有保存：</translation>
    </message>
    <message>
        <source>Picture of the chosen work</source>
        <translation>所选工作的图</translation>
    </message>
    <message>
        <source>Continues with it; it stays unsaved until you save it</source>
        <translation>继续这项工作；在您保存之前它仍是未保存的</translation>
    </message>
    <message>
        <source>Continues with it, with the saved file pinned: the pictures show the difference</source>
        <translation>继续这项工作，并固定已保存的文件：图中显示差别</translation>
    </message>
    <message>
        <source>Deletes the copy that was kept</source>
        <translation>删除为它保留的内容</translation>
    </message>
    <message>
        <source>Asks again at the next start</source>
        <translation>下次启动时再问</translation>
    </message>
    <message>
        <source>Damaged: %1</source>
        <translation>已损坏：%1</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>This file cannot be read: %1</source>
        <translation>无法读取这个文件：%1</translation>
    </message>
    <message>
        <source>not in a file yet</source>
        <translation>还不在任何文件中</translation>
    </message>
    <message>
        <source>The same sentence and weights as before</source>
        <translation>句子和权重与之前相同</translation>
    </message>
    <message>
        <source>Changed: %1</source>
        <translation>更改：%1</translation>
    </message>
    <message>
        <source>&amp;Compare with the original</source>
        <translation>与原件比较(&amp;C)</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message numerus="yes">
        <source>A recording of %n page(s)</source>
        <translation>
            <numerusform>录制了 %n 页</numerusform>
        </translation>
    </message>
    <message>
        <source>The file was saved after this copy was made.</source>
        <translation>此内容保留之后，文件又被保存过。</translation>
    </message>
    <message>
        <source>%1 is open. What you recover is shown in its place; you find %1 under File, Open recent.</source>
        <translation>%1 已打开。恢复的工作会取代它显示；%1 可在“文件 › 最近打开的文件”里找到。</translation>
    </message>
    <message>
        <source>as opened</source>
        <translation>打开时</translation>
    </message>
</context>
<context>
    <name>regard::RecurrentPartBox</name>
    <message>
        <source>Part of the model</source>
        <translation>模型的部分</translation>
    </message>
    <message>
        <source>Whose weights are shown</source>
        <translation>显示哪一部分的权重</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>first state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>state and context</source>
        <translation>状态与上下文</translation>
    </message>
</context>
<context>
    <name>regard::RecurrentRules</name>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>recurrent cells</source>
        <translation>循环单元</translation>
    </message>
    <message>
        <source>Attention: every token looks at the others at once. Recurrent cells: one token after the other, as before Transformers; norms, residual and feed-forward are then not used</source>
        <translation>注意力：每个词元同时看其他词元。循环单元：一个词元接一个词元，如 Transformer 之前那样；此时不使用归一化、残差和前馈</translation>
    </message>
    <message>
        <source>Encoder layers</source>
        <translation>编码器层</translation>
    </message>
    <message>
        <source>change what the encoder is made of</source>
        <translation>改变编码器的构成</translation>
    </message>
    <message>
        <source>Decoder layers</source>
        <translation>解码器层</translation>
    </message>
    <message>
        <source>change what the decoder is made of</source>
        <translation>改变解码器的构成</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>change the cell</source>
        <translation>改变单元</translation>
    </message>
    <message>
        <source>Directions</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Whether the encoder reads the sentence forward alone, or also backward; the two share d_model</source>
        <translation>编码器只正向读句子，还是也反向读；两个方向平分 d_model</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>正向</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>正向和反向</translation>
    </message>
    <message>
        <source>change the directions</source>
        <translation>改变方向</translation>
    </message>
    <message>
        <source>Attends to the encoder</source>
        <translation>注意编码器</translation>
    </message>
    <message>
        <source>Never: only the first state carries the sentence. Bahdanau: the state before a step is the query, and its context enters the step. Luong: the state after a step is the query</source>
        <translation>从不：只有初始状态携带句子。Bahdanau：一步之前的状态发问，所得进入这一步。Luong：一步之后的状态发问</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>before a step (Bahdanau)</source>
        <translation>一步之前（Bahdanau）</translation>
    </message>
    <message>
        <source>after a step (Luong)</source>
        <translation>一步之后（Luong）</translation>
    </message>
    <message>
        <source>change how the decoder attends to the encoder</source>
        <translation>改变解码器注意编码器的方式</translation>
    </message>
    <message>
        <source>RNN: the new state is tanh(x W + h U + b). GRU: gates decide how much of the state before stays. LSTM: gates decide what a cell state beside it keeps, takes in and shows</source>
        <translation>RNN：新状态是 tanh(x W + h U + b)。GRU：由门决定之前的状态保留多少。LSTM：由门决定旁边的单元状态保留、吸收和显示什么</translation>
    </message>
</context>
<context>
    <name>regard::Regions</name>
    <message>
        <source>Width of the first picture</source>
        <translation>第一幅图的宽度</translation>
    </message>
    <message>
        <source>Width of the inspector</source>
        <translation>检查栏的宽度</translation>
    </message>
    <message>
        <source>Height of the upper panel</source>
        <translation>上面那个面板的高度</translation>
    </message>
    <message>
        <source>Height of the strip</source>
        <translation>底条的高度</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation>放到单独的窗口</translation>
    </message>
    <message>
        <source>Back into the window</source>
        <translation>放回主窗口</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>regard::RunCard</name>
    <message>
        <source>What to do with this model</source>
        <translation>对这个模型做什么</translation>
    </message>
    <message>
        <source>&amp;Make it the present model</source>
        <translation>变成当前的模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Remove it</source>
        <translation>移去(&amp;R)</translation>
    </message>
    <message>
        <source>More of %1</source>
        <translation>%1的更多操作</translation>
    </message>
    <message>
        <source>Heatmap of %1</source>
        <translation>%1的热力图</translation>
    </message>
    <message>
        <source>%1 % right</source>
        <translation>答对 %1 %</translation>
    </message>
    <message>
        <source>step %L1</source>
        <translation>第 %L1 步</translation>
    </message>
    <message>
        <source>This model has no attention.</source>
        <translation>这个模型没有注意力。</translation>
    </message>
</context>
<context>
    <name>regard::SaveDialog</name>
    <message>
        <source>%1 already exists. Do you want to replace it?</source>
        <translation>%1 已经存在。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>regard::ScorePartsPanel</name>
    <message>
        <source>What the score is compared with</source>
        <translation>得分与什么比较</translation>
    </message>
    <message>
        <source>Softmax takes no notice of what all keys share: only the difference to other keys makes a weight</source>
        <translation>softmax 不理会所有键共有的部分：只有与其他键的差才形成权重</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to the head that was asked before</source>
        <translation>回到之前所问的头</translation>
    </message>
    <message>
        <source>beyond the mean over the keys</source>
        <translation>超出各键平均的部分</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>按计算</translation>
    </message>
    <message>
        <source>beyond “%1” (%2)</source>
        <translation>超出“%1”（%2）的部分</translation>
    </message>
    <message>
        <source>Click: why does this head look where it looks?</source>
        <translation>单击：这个头为什么看它所看的地方？</translation>
    </message>
    <message>
        <source>The trail ends here: %1 computes it from the row of its own token.</source>
        <translation>路到此为止：%1由它自己词元的行算出。</translation>
    </message>
    <message>
        <source>The trail ends here: it is the word itself, as it stands in the embedding.</source>
        <translation>路到此为止：这就是词本身在嵌入中的行。</translation>
    </message>
    <message>
        <source>The trail ends here: biases are the same at every word.</source>
        <translation>路到此为止：偏置在每个词处都相同。</translation>
    </message>
    <message>
        <source>The trail ends here: %1 does not come from another word.</source>
        <translation>路到此为止：%1不来自别的词。</translation>
    </message>
    <message>
        <source>The trail ends here: this head’s output is replaced, and no word brings it.</source>
        <translation>路到此为止：这个头的输出被替换了，没有词带来它。</translation>
    </message>
    <message>
        <source>%1.%2 %3 → %4</source>
        <translation>%1.%2 %3 → %4</translation>
    </message>
    <message>
        <source>Followed from %1</source>
        <translation>来自 %1</translation>
    </message>
</context>
<context>
    <name>regard::SentenceBar</name>
    <message>
        <source>Source</source>
        <translation>源句</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Type what the encoder reads</source>
        <translation>输入编码器要读的内容</translation>
    </message>
    <message>
        <source>Type a sentence: the decoder reads it</source>
        <translation>输入句子：由解码器读入</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>输入句子</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%L1 tokens</source>
        <translation>%L1 个词元</translation>
    </message>
    <message>
        <source>Second sentence</source>
        <translation>第二句</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标句</translation>
    </message>
    <message>
        <source>Leave this empty, or type the second sentence of a pair</source>
        <translation>留空，或输入句对的第二句</translation>
    </message>
    <message>
        <source>Type what the decoder reads</source>
        <translation>输入解码器要读的内容</translation>
    </message>
    <message>
        <source>Type what the decoder reads, such as &lt;s&gt;</source>
        <translation>输入解码器要读的内容，例如 &lt;s&gt;</translation>
    </message>
    <message>
        <source>The second sentence of a pair, such as a question&apos;s answer; empty: the model reads the first alone</source>
        <translation>句对的第二句，例如问题的答案；留空：模型只读第一句</translation>
    </message>
    <message>
        <source>What the decoder reads, exactly as written: a sentence for teaching begins with its own start token</source>
        <translation>解码器读到的内容，与所写完全一致：教学用的句子要自己写上起始词元</translation>
    </message>
    <message>
        <source>Number of tokens of the second sentence</source>
        <translation>第二句的词元数</translation>
    </message>
    <message>
        <source>Number of target tokens</source>
        <translation>目标词元数</translation>
    </message>
    <message>
        <source>Tokens that the second sentence is split into</source>
        <translation>第二句切分成的词元数</translation>
    </message>
    <message>
        <source>Tokens that the target is split into</source>
        <translation>目标句切分成的词元数</translation>
    </message>
    <message>
        <source>Type or paste a sentence: tokens, links and heatmap follow</source>
        <translation>输入或粘贴一个句子：词元、连线和热力图随之更新</translation>
    </message>
    <message>
        <source>Type or paste a sentence: tokens, links and heatmap follow; %1 stands for a word that the model is to guess</source>
        <translation>输入或粘贴一个句子：词元、连线和热力图随之更新；%1 代表要模型猜的词</translation>
    </message>
    <message>
        <source>Sentence of the file</source>
        <translation>文件中的句子</translation>
    </message>
    <message>
        <source>Which sentence of the file of attention is shown; Alt+Page Up and Alt+Page Down step through them</source>
        <translation>显示注意力文件的哪一个句子；Alt+Page Up 和 Alt+Page Down 逐个切换</translation>
    </message>
    <message>
        <source>The sentence of the file of attention: another one needs the model&apos;s folder</source>
        <translation>注意力文件的句子：换一个句子需要模型的文件夹</translation>
    </message>
    <message>
        <source>Step of the training</source>
        <translation>训练的步数</translation>
    </message>
    <message>
        <source>Which folder of this model&apos;s training is shown; Alt+Page Up and Alt+Page Down step through them</source>
        <translation>显示该模型训练的哪个文件夹；Alt+Page Up 和 Alt+Page Down 逐个切换</translation>
    </message>
    <message>
        <source>About this sentence</source>
        <translation>关于这个句子</translation>
    </message>
    <message>
        <source>How many tokens the sentence is split into, how it is split, and how they are shown</source>
        <translation>句子切分成多少个词元、怎样切分、怎样显示</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 个词</translation>
    </message>
    <message>
        <source>%L1 words</source>
        <translation>%L1 个词</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>%L1 characters</source>
        <translation>%L1 个字符</translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s), link(s) or patched row(s) went with their words; Undo brings them back.</source>
        <translation>
            <numerusform>有 %n 个权重、连线或替入的行随词一起消失了；撤销可以找回。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>regard::SentenceMenu</name>
    <message>
        <source>Tokens of the sentence</source>
        <translation>句子的词元</translation>
    </message>
    <message>
        <source>Words and punctuation</source>
        <translation>词和标点</translation>
    </message>
    <message>
        <source>Splits the sentence into words and punctuation marks</source>
        <translation>把句子切分成词和标点</translation>
    </message>
    <message>
        <source>White space only</source>
        <translation>只在空白处</translation>
    </message>
    <message>
        <source>Splits the sentence where a space is, and nowhere else</source>
        <translation>只在有空白的地方切分句子</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Splits the sentence into its characters</source>
        <translation>把句子切分成字符</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s tokenizer</source>
        <translation>检查点的分词器</translation>
    </message>
    <message>
        <source>Splits the sentence as the trained model learned to read</source>
        <translation>按训练好的模型学会的方式切分句子</translation>
    </message>
    <message>
        <source>Pieces of a word as one</source>
        <translation>把一个词的词片合并</translation>
    </message>
    <message>
        <source>Shows words: the sum over a word&apos;s keys, the mean over its queries, so that rows still sum to 1 (Clark et al. 2019)</source>
        <translation>按词显示：对一个词的各个键求和，对它的各个查询取平均，各行之和仍为 1（Clark 等，2019）</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>特殊词元</translation>
    </message>
    <message>
        <source>Shows tokens that the tokenizer puts around and between sentences, such as [CLS], [SEP] and &lt;/s&gt;. Hidden, what they take of each row is left out and counted</source>
        <translation>显示分词器加在句子前后和之间的词元，如 [CLS]、[SEP] 和 &lt;/s&gt;。隐藏时，它们在每行中所占的部分不画出，但会计数</translation>
    </message>
    <message>
        <source>Renormalise rows</source>
        <translation>各行重新归一</translation>
    </message>
    <message>
        <source>Without special tokens rows sum to less than 1: divides each by what is left of it. Pictures say so</source>
        <translation>没有特殊词元时各行之和小于 1：把每行除以它余下的和。图上会注明</translation>
    </message>
    <message>
        <source>Both sentences</source>
        <translation>两个句子</translation>
    </message>
    <message>
        <source>Shows attention within and between both sentences: A is the first, B the second; a separator belongs to the sentence that it ends</source>
        <translation>显示两个句子之内和之间的注意力：A 是第一句，B 是第二句；分隔符属于它所结束的那一句</translation>
    </message>
    <message>
        <source>A → A alone</source>
        <translation>只看 A → A</translation>
    </message>
    <message>
        <source>Shows what the first sentence looks at in itself</source>
        <translation>显示第一句在自身中看什么</translation>
    </message>
    <message>
        <source>A → B alone</source>
        <translation>只看 A → B</translation>
    </message>
    <message>
        <source>Shows what the first sentence looks at in the second</source>
        <translation>显示第一句在第二句中看什么</translation>
    </message>
    <message>
        <source>B → A alone</source>
        <translation>只看 B → A</translation>
    </message>
    <message>
        <source>Shows what the second sentence looks at in the first</source>
        <translation>显示第二句在第一句中看什么</translation>
    </message>
    <message>
        <source>B → B alone</source>
        <translation>只看 B → B</translation>
    </message>
    <message>
        <source>Shows what the second sentence looks at in itself</source>
        <translation>显示第二句在自身中看什么</translation>
    </message>
    <message>
        <source>The translator reads a token that says which language the sentence is in</source>
        <translation>翻译模型读到一个词元，它说明句子是哪种语言</translation>
    </message>
    <message>
        <source>The decoder reads a token that says which language it is to write</source>
        <translation>解码器读到一个词元，它说明要写哪种语言</translation>
    </message>
    <message>
        <source>Source language</source>
        <translation>源语言</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>目标语言</translation>
    </message>
    <message>
        <source>By value</source>
        <translation>按值</translation>
    </message>
    <message>
        <source>Without the sink</source>
        <translation>去掉汇点</translation>
    </message>
    <message>
        <source>Leaves out, as keys, the first token, other special tokens and punctuation, where heads look that look at nothing, and divides each row by what is left. Pictures say so</source>
        <translation>第一个词元、其他特殊词元和标点不作为键（头没有什么可看时就看它们），各行除以余下的部分。图上会注明</translation>
    </message>
    <message>
        <source>Shows what attention moves in place of weights: ‖α v W_O‖, the length of the vector that a key adds to a query (Kobayashi et al. 2020). Steps, Why and Weights still explain weights</source>
        <translation>以注意力所移动的量代替权重：‖α v W_O‖，即一个键给一个查询加上的向量的长度（Kobayashi 等，2020）。步骤、为什么和权重仍然解释权重</translation>
    </message>
    <message>
        <source>A file of attention has weights, but no values that they could move: open the model&apos;s folder</source>
        <translation>注意力文件有权重，但没有权重可以移动的值：请打开模型的文件夹</translation>
    </message>
    <message>
        <source>Source language: %1…</source>
        <translation>源语言：%1…</translation>
    </message>
    <message>
        <source>Target language: %1…</source>
        <translation>目标语言：%1…</translation>
    </message>
</context>
<context>
    <name>regard::SentencePanel</name>
    <message>
        <source>The sentence, shaded by attention</source>
        <translation>按注意力着色的句子</translation>
    </message>
    <message>
        <source>Type a sentence to see it shaded by attention.</source>
        <translation>输入句子，即可看到它按注意力着色。</translation>
    </message>
    <message>
        <source>%1 → %2, weight %3, %4</source>
        <translation>%1 → %2，权重 %3，%4</translation>
    </message>
    <message>
        <source>%1 → %2: %3, %4</source>
        <translation>%1 → %2：%3，%4</translation>
    </message>
    <message>
        <source>%1 → %2, by value %3, %4</source>
        <translation>%1 → %2，按值 %3，%4</translation>
    </message>
</context>
<context>
    <name>regard::Sentences</name>
    <message>
        <source>Edit sentence</source>
        <translation>编辑句子</translation>
    </message>
    <message>
        <source>Edit target</source>
        <translation>编辑目标句</translation>
    </message>
    <message>
        <source>Change tokenizer</source>
        <translation>更换分词器</translation>
    </message>
    <message>
        <source>Mask “%1”</source>
        <translation>掩去“%1”</translation>
    </message>
    <message>
        <source>Unmask “%1”</source>
        <translation>取消掩去“%1”</translation>
    </message>
    <message>
        <source>Generate “%1”</source>
        <translation>生成“%1”</translation>
    </message>
    <message>
        <source>Edit second sentence</source>
        <translation>编辑第二句</translation>
    </message>
    <message>
        <source>“%1” is only a part of a character, so the text cannot go on with it.</source>
        <translation>“%1”只是一个字符的一部分，文本不能用它接续。</translation>
    </message>
    <message>
        <source>Change source language</source>
        <translation>更改源语言</translation>
    </message>
    <message>
        <source>Change target language</source>
        <translation>更改目标语言</translation>
    </message>
</context>
<context>
    <name>regard::SnapshotDelegate</name>
    <message>
        <source>Name of snapshot %1</source>
        <translation>快照 %1 的名称</translation>
    </message>
    <message>
        <source>Empty: its number alone. Enter keeps the name, Esc leaves it as it was.</source>
        <translation>留空：只有编号。回车保留名称，Esc 不改。</translation>
    </message>
</context>
<context>
    <name>regard::SnapshotModel</name>
    <message>
        <source>%1, shown now</source>
        <translation>%1，正在显示</translation>
    </message>
    <message>
        <source>This is what is shown now.</source>
        <translation>这就是现在显示的状态。</translation>
    </message>
    <message>
        <source>Differs from now in: %1</source>
        <translation>与现在不同的是：%1</translation>
    </message>
</context>
<context>
    <name>regard::SnapshotStrip</name>
    <message>
        <source>A snapshot keeps everything as it is now: sentence, weights, what is switched off and what is looked at. Take the first with F7 or the button above; a click or its number brings it back.</source>
        <translation>快照把一切按现状保存：句子、权重、停用了什么、看着什么。用 F7 或上面的按钮拍第一张；单击它或按它的编号就能召回。</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>拍快照</translation>
    </message>
    <message>
        <source>Take a snapshot</source>
        <translation>拍一张快照</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More actions for the chosen snapshot</source>
        <translation>对选中的快照还可以做什么</translation>
    </message>
    <message>
        <source>Rename, move, pin or remove the chosen snapshot</source>
        <translation>改名、移动、固定或删除选中的快照</translation>
    </message>
    <message>
        <source>Snapshots, recalled with Enter or their number</source>
        <translation>快照，用回车或编号召回</translation>
    </message>
    <message>
        <source>&amp;Recall</source>
        <translation>召回(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>改名(&amp;N)…</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>左移(&amp;L)</translation>
    </message>
    <message>
        <source>Move ri&amp;ght</source>
        <translation>右移(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Pin to compare with it</source>
        <translation>固定以便比较(&amp;P)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>删除(&amp;M)</translation>
    </message>
    <message>
        <source>Take a snapshot of everything as it is now (F7)</source>
        <translation>把一切按现状拍成快照 (F7)</translation>
    </message>
    <message>
        <source>A project keeps at most %1 snapshots. Remove one first.</source>
        <translation>一个项目最多保存 %1 个快照。请先删除一个。</translation>
    </message>
    <message>
        <source>%1 of %2 is shown</source>
        <translation>正在显示 %1 / %2</translation>
    </message>
    <message>
        <source>1 snapshot</source>
        <translation>1 个快照</translation>
    </message>
    <message>
        <source>%1 snapshots</source>
        <translation>%1 个快照</translation>
    </message>
</context>
<context>
    <name>regard::SnapshotThumbnails</name>
    <message>
        <source>This state has no attention.</source>
        <translation>这个状态没有注意力。</translation>
    </message>
</context>
<context>
    <name>regard::Snapshots</name>
    <message>
        <source>Take snapshot %1</source>
        <translation>拍快照 %1</translation>
    </message>
    <message>
        <source>Recall %1</source>
        <translation>召回%1</translation>
    </message>
    <message>
        <source>Rename snapshot %1</source>
        <translation>给快照 %1 改名</translation>
    </message>
    <message>
        <source>Move snapshot %1</source>
        <translation>移动快照 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>删除%1</translation>
    </message>
</context>
<context>
    <name>regard::StepViewMenu</name>
    <message>
        <source>&amp;Numbers</source>
        <translation>数值(&amp;N)</translation>
    </message>
    <message>
        <source>Tokens are &amp;columns: q = W a</source>
        <translation>词元为列(&amp;C)：q = W a</translation>
    </message>
    <message>
        <source>By &amp;hand</source>
        <translation>手算(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Exact</source>
        <translation>精确(&amp;E)</translation>
    </message>
    <message numerus="yes">
        <source>Weights rounded to %n decimal(s)</source>
        <translation>
            <numerusform>权重保留 %n 位小数</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Digits after the point</source>
        <translation>小数点后的位数(&amp;D)</translation>
    </message>
    <message>
        <source>As many as &amp;needed</source>
        <translation>按需要(&amp;N)</translation>
    </message>
</context>
<context>
    <name>regard::StepsPanel</name>
    <message>
        <source>The steps that lead to one weight</source>
        <translation>得出一个权重的各个步骤</translation>
    </message>
    <message>
        <source>All steps below each other</source>
        <translation>所有步骤上下排列</translation>
    </message>
    <message>
        <source>All steps below each other (A)</source>
        <translation>所有步骤上下排列 (A)</translation>
    </message>
    <message>
        <source>Matrix form</source>
        <translation>矩阵形式</translation>
    </message>
    <message>
        <source>Whole matrices, with the row and column in focus marked (M)</source>
        <translation>整个矩阵，标出焦点所在的行和列 (M)</translation>
    </message>
    <message>
        <source>Type a sentence to see its steps.</source>
        <translation>输入句子，即可看到各个步骤。</translation>
    </message>
    <message>
        <source>Nothing selected; showing the strongest link of the first query: %1</source>
        <translation>没有选中任何词；显示第一个查询最强的连线：%1</translation>
    </message>
    <message>
        <source>%1, its strongest key</source>
        <translation>%1，它最强的键</translation>
    </message>
    <message numerus="yes">
        <source>by hand, %n decimal(s): %1</source>
        <translation>
            <numerusform>手算，%n 位小数：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; click shows this cell of %2</source>
        <translation>%1；单击显示 %2 的这个单元格</translation>
    </message>
    <message>
        <source>; click selects this key</source>
        <translation>；单击选择这个键</translation>
    </message>
    <message>
        <source>; click spells it out</source>
        <translation>；单击展开它</translation>
    </message>
    <message>
        <source>Step %1 %2</source>
        <translation>步骤 %1 %2</translation>
    </message>
    <message>
        <source>No state selected: %1</source>
        <translation>未选择状态：%1</translation>
    </message>
    <message>
        <source>No query selected: %1</source>
        <translation>没有选中查询：%1</translation>
    </message>
    <message>
        <source>%1, one of %2 equal keys</source>
        <translation>%1，%2 个相等的键之一</translation>
    </message>
    <message>
        <source>Nothing selected; showing the first of %2 equal links: %1</source>
        <translation>没有选中任何词；显示 %2 条相等连线中的第一条：%1</translation>
    </message>
    <message>
        <source>One word</source>
        <translation>一个词</translation>
    </message>
    <message>
        <source>How one word comes to look at the others, in one picture that plays (W)</source>
        <translation>一个词怎样看其他的词，用一幅可以播放的图 (W)</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>所有阶段</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Saves it as a film, or each scene as a page or a picture</source>
        <translation>存为影片，或把每一幕存为一页或一幅图</translation>
    </message>
    <message>
        <source>How it is shown</source>
        <translation>显示方式</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Export &amp;play…</source>
        <translation>导出播放(&amp;P)…</translation>
    </message>
    <message>
        <source>; click selects this key, then a number typed sets its weight</source>
        <translation>；单击选中这个键，然后输入的数字设定它的权重</translation>
    </message>
</context>
<context>
    <name>regard::SummariesPanel</name>
    <message>
        <source>Mean of all heads</source>
        <translation>所有头的平均</translation>
    </message>
    <message>
        <source>1/h · Σ A over the h heads of the layer, shown by links, heatmap and sentence</source>
        <translation>对该层的 h 个头求 1/h · Σ A，由连线、热力图和句子显示</translation>
    </message>
    <message>
        <source>Maximum of all heads</source>
        <translation>所有头的最大值</translation>
    </message>
    <message>
        <source>The largest weight of the layer&apos;s heads in each cell; rows need not sum to 1</source>
        <translation>每格取该层各头中最大的权重；各行之和不一定为 1</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>注意力展开</translation>
    </message>
    <message>
        <source>Entropy by head</source>
        <translation>各头的熵</translation>
    </message>
    <message>
        <source>Head similarity</source>
        <translation>头的相似度</translation>
    </message>
    <message>
        <source>‹ Summaries</source>
        <translation>‹ 汇总</translation>
    </message>
    <message>
        <source>Back to the summaries</source>
        <translation>返回汇总</translation>
    </message>
    <message>
        <source>by head</source>
        <translation>按头</translation>
    </message>
    <message>
        <source>lowest first</source>
        <translation>从低到高</translation>
    </message>
    <message>
        <source>highest first</source>
        <translation>从高到低</translation>
    </message>
    <message>
        <source>Order of the heads</source>
        <translation>头的顺序</translation>
    </message>
    <message>
        <source>Order of the heads: by layer and number, or by entropy</source>
        <translation>头的顺序：按层和编号，或按熵</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Numbers for each head will appear here.</source>
        <translation>各头的数值将显示在这里。</translation>
    </message>
    <message>
        <source>Rollout, layer 1</source>
        <translation>注意力展开，第 1 层</translation>
    </message>
    <message>
        <source>Rollout, layers 1–%1</source>
        <translation>注意力展开，第 1–%1 层</translation>
    </message>
    <message>
        <source>Rollout follows tokens through layers of self-attention: choose the encoder or the decoder</source>
        <translation>注意力展开沿着各层自注意力追踪词元：请选择编码器或解码器</translation>
    </message>
    <message>
        <source>Compares the heads of all layers, named layer.head</source>
        <translation>比较所有层的头，以“层.头”命名</translation>
    </message>
    <message>
        <source>%1 heads are too many to compare at once: at most %2 are</source>
        <translation>%1 个头太多，无法一次比较：最多 %2 个</translation>
    </message>
    <message>
        <source>Entropy of each head</source>
        <translation>每个头的熵</translation>
    </message>
    <message>
        <source>Distance of every two heads</source>
        <translation>每两个头之间的距离</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>%1: entropy %2 nats</source>
        <translation>%1：熵 %2 奈特</translation>
    </message>
    <message>
        <source>%1 and %2: distance %3</source>
        <translation>%1 与 %2：距离 %3</translation>
    </message>
    <message>
        <source>−Σ p · ln p (natural logarithm, in nats), averaged over the queries: 0 where each query looks at one key, ln m where it looks at all m alike. Of words where pieces are merged; without special tokens where they are hidden, what is left then summing to 1</source>
        <translation>−Σ p · ln p（自然对数，单位奈特），对查询取平均：每个查询只看一个键时为 0，同样看 m 个键时为 ln m。合并词片时按词计算；隐藏特殊词元时不计它们，余下的按总和为 1 计算</translation>
    </message>
    <message>
        <source>Jensen–Shannon distance of two heads: the square root of the divergence to base 2, averaged over the queries. 0: they attend alike, 1: they have no key in common. Endres &amp; Schindelin 2003. Of words where pieces are merged; without special tokens where they are hidden, what is left then summing to 1</source>
        <translation>两个头的 Jensen–Shannon 距离：以 2 为底的散度的平方根，对查询取平均。0：关注方式相同，1：没有共同的键。Endres &amp; Schindelin 2003。合并词片时按词计算；隐藏特殊词元时不计它们，余下的按总和为 1 计算</translation>
    </message>
    <message>
        <source>How much of each token the input tokens make up: ½ · (mean of the heads) + ½ · I of each layer, multiplied from layer 1 on. Abnar &amp; Zuidema 2020. Pieces go through the layers one by one; words are summed at the end</source>
        <translation>每个词元由各输入词元构成多少：每层的 ½ ·（各头的平均）+ ½ · I，从第 1 层起相乘。Abnar &amp; Zuidema 2020。词片逐个经过各层；最后才按词求和</translation>
    </message>
    <message>
        <source>How far each matrix moved</source>
        <translation>每个矩阵移动了多少</translation>
    </message>
    <message>
        <source>‖now − pinned‖ of each matrix in each layer: the Frobenius norm, the square root of the sum of all squares</source>
        <translation>各层每个矩阵的 ‖现在 − 固定‖：弗罗贝尼乌斯范数，即所有平方之和的平方根</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Relative to the pinned matrix</source>
        <translation>相对于固定的矩阵</translation>
    </message>
    <message>
        <source>Divided by the norm of the pinned matrix, so that matrices of all sizes compare</source>
        <translation>除以固定矩阵的范数，这样各种大小的矩阵都可以比较</translation>
    </message>
    <message>
        <source>%1 has no %2</source>
        <translation>%1没有 %2</translation>
    </message>
    <message>
        <source>%1, %2 × %3</source>
        <translation>%1，%2 × %3</translation>
    </message>
    <message>
        <source>%1: the pinned state has no such matrix</source>
        <translation>%1：固定的状态没有这样的矩阵</translation>
    </message>
    <message>
        <source>%1: ‖now − pinned‖ %2, ‖pinned‖ %3, relative %4</source>
        <translation>%1：‖现在 − 固定‖ %2，‖固定‖ %3，相对 %4</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>regard::TaskSentences</name>
    <message>
        <source>Sentences of the task; choosing one makes it the present sentence</source>
        <translation>任务的句子；选中一个即成为当前句子</translation>
    </message>
    <message>
        <source>Not used in training</source>
        <translation>未用于训练</translation>
    </message>
    <message>
        <source>Used in training</source>
        <translation>用于训练</translation>
    </message>
    <message>
        <source>sentence of the task</source>
        <translation>任务的句子</translation>
    </message>
    <message>
        <source>Another sentence ▾</source>
        <translation>换一个句子 ▾</translation>
    </message>
    <message>
        <source>Another sentence</source>
        <translation>换一个句子</translation>
    </message>
</context>
<context>
    <name>regard::TopBar</name>
    <message>
        <source>Top bar</source>
        <translation>顶栏</translation>
    </message>
    <message>
        <source>Mode: %1</source>
        <translation>模式：%1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Opens a lesson, an example, a file or a model</source>
        <translation>打开课程、示例、文件或模型</translation>
    </message>
    <message>
        <source>Explore, explain, edit or train</source>
        <translation>探索、讲解、编辑或训练</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pins the present state: what changes from now on is compared with it (%1)</source>
        <translation>固定当前状态：此后的变化都与它比较 (%1)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Panels that open beside the pictures or in a window of their own</source>
        <translation>在图旁边或单独的窗口中打开的面板</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>放映</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Every menu</source>
        <translation>所有菜单</translation>
    </message>
</context>
<context>
    <name>regard::TrainedRules</name>
    <message>
        <source>Options of real models</source>
        <translation>真实模型的选项</translation>
    </message>
    <message>
        <source>Shared key heads, RMS norm, gated feed-forward and other options of models such as Llama and BERT</source>
        <translation>共用的键头、RMS 归一化、门控前馈网络，以及 Llama、BERT 等模型的其他部件</translation>
    </message>
    <message>
        <source>Key and value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>as heads</source>
        <translation>同头数</translation>
    </message>
    <message>
        <source>set key and value heads to %1</source>
        <translation>键值头数设为 %1</translation>
    </message>
    <message>
        <source>Biases of q, k and v</source>
        <translation>q、k、v 的偏置</translation>
    </message>
    <message>
        <source>switch the biases of q, k and v on</source>
        <translation>启用 q、k、v 的偏置</translation>
    </message>
    <message>
        <source>switch the biases of q, k and v off</source>
        <translation>停用 q、k、v 的偏置</translation>
    </message>
    <message>
        <source>Gated feed forward</source>
        <translation>门控前馈网络</translation>
    </message>
    <message>
        <source>(activation(x · W_1) × (x · W_3)) · W_2, as in Llama</source>
        <translation>(激活(x · W_1) × (x · W_3)) · W_2，如 Llama</translation>
    </message>
    <message>
        <source>switch the gate on</source>
        <translation>启用门控</translation>
    </message>
    <message>
        <source>switch the gate off</source>
        <translation>停用门控</translation>
    </message>
    <message>
        <source>Token types</source>
        <translation>词元类型</translation>
    </message>
    <message>
        <source>Rows of which one is added to each token: BERT’s for the first and second sentence</source>
        <translation>每个词元加上其中一行：BERT 用于区分第一句和第二句</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>set token types to %1</source>
        <translation>词元类型设为 %1</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>最多词元数</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>set the most tokens to %1</source>
        <translation>最多词元数设为 %1</translation>
    </message>
    <message>
        <source>Predicts masked words</source>
        <translation>预测被掩去的词</translation>
    </message>
    <message>
        <source>predict masked words</source>
        <translation>启用预测被掩去的词</translation>
    </message>
    <message>
        <source>do not predict masked words</source>
        <translation>停用预测被掩去的词</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>Kind of norm</source>
        <translation>归一化的种类</translation>
    </message>
    <message>
        <source>change the kind of norm</source>
        <translation>更改归一化的种类</translation>
    </message>
    <message>
        <source>Rotary base θ</source>
        <translation>旋转的底数 θ</translation>
    </message>
    <message>
        <source>“Bias” is on, so everything has biases</source>
        <translation>“偏置”已启用，因此处处都有偏置</translation>
    </message>
    <message>
        <source>A decoder predicts the next token; an encoder alone can predict masked ones</source>
        <translation>解码器预测下一个词元；单独的编码器可以预测被掩去的词元</translation>
    </message>
    <message>
        <source>An output layer that gives every position the probability of each token, as BERT’s does</source>
        <translation>给出每个位置上各词元概率的输出层，如 BERT</translation>
    </message>
    <message>
        <source>Output is the embedding</source>
        <translation>输出即嵌入</translation>
    </message>
    <message>
        <source>tie the output to the embedding</source>
        <translation>将输出与嵌入绑定</translation>
    </message>
    <message>
        <source>give the output a matrix of its own</source>
        <translation>给输出一个单独的矩阵</translation>
    </message>
    <message>
        <source>Whether a checkpoint’s output layer is its embedding is said by its own files</source>
        <translation>检查点的输出层是否就是词嵌入，由它自己的文件说明</translation>
    </message>
    <message>
        <source>W_out is no matrix of its own but the rows of the embedding, turned: what is learned or edited of one counts in both</source>
        <translation>W_out 不是单独的矩阵，而是嵌入各行的转置：对其中一个的学习或编辑对两者都有效</translation>
    </message>
    <message>
        <source>“%1” takes %2, not “%3”.</source>
        <translation>“%1”要填%2，而不是“%3”。</translation>
    </message>
    <message>
        <source>Neighbours rotate together</source>
        <translation>相邻的列一起旋转</translation>
    </message>
    <message>
        <source>Columns 2c and 2c + 1 are a pair, as in GPT-J, and not those half apart</source>
        <translation>第 2c 和 2c + 1 列成一对，如 GPT-J，而不是相隔一半的两列</translation>
    </message>
    <message>
        <source>rotate neighbours together</source>
        <translation>一起旋转相邻的列</translation>
    </message>
    <message>
        <source>rotate columns half apart together</source>
        <translation>一起旋转相隔一半的列</translation>
    </message>
    <message>
        <source>Rotated columns</source>
        <translation>旋转的列</translation>
    </message>
    <message>
        <source>Of each head its first columns; the others know no position, as in Phi 3 and 4 mini</source>
        <translation>每个头的前几列；其余的列不知道位置，如 Phi 3 和 4 mini</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>set rotated columns to %1</source>
        <translation>把旋转的列设为 %1</translation>
    </message>
    <message>
        <source>Rotary scaling</source>
        <translation>旋转缩放</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>change the rotary scaling</source>
        <translation>更改旋转缩放</translation>
    </message>
    <message>
        <source>Scaling factor</source>
        <translation>缩放倍数</translation>
    </message>
    <message>
        <source>Length before scaling</source>
        <translation>缩放之前的长度</translation>
    </message>
    <message>
        <source>set the length before scaling to %1</source>
        <translation>把缩放之前的长度设为 %1</translation>
    </message>
    <message>
        <source>Slow below</source>
        <translation>慢于</translation>
    </message>
    <message>
        <source>Quick above</source>
        <translation>快于</translation>
    </message>
    <message>
        <source>Whole columns</source>
        <translation>整列</translation>
    </message>
    <message>
        <source>begin YaRN at whole columns</source>
        <translation>让 YaRN 从整列开始</translation>
    </message>
    <message>
        <source>begin YaRN between columns</source>
        <translation>让 YaRN 从列之间开始</translation>
    </message>
    <message>
        <source>cos and sin are multiplied by it, in YaRN and LongRoPE</source>
        <translation>cos 和 sin 乘以它，用于 YaRN 和 LongRoPE</translation>
    </message>
    <message>
        <source>Short factors</source>
        <translation>短句的除数</translation>
    </message>
    <message>
        <source>Long factors</source>
        <translation>长句的除数</translation>
    </message>
    <message>
        <source>Layers without rotary</source>
        <translation>不旋转的层</translation>
    </message>
    <message>
        <source>Their numbers, with spaces between: SmolLM 3 leaves out every fourth</source>
        <translation>层号，用空格隔开：SmolLM 3 每四层有一层不旋转</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>A token sees itself and the tokens before it, so many in all: Mistral and Phi 3, some layers of OLMo 3</source>
        <translation>词元看见自己和它之前的词元，共这么多个：Mistral 和 Phi 3，以及 OLMo 3 的一些层</translation>
    </message>
    <message>
        <source>set the window to %1</source>
        <translation>把窗口设为 %1</translation>
    </message>
    <message>
        <source>Layers without window</source>
        <translation>没有窗口的层</translation>
    </message>
    <message>
        <source>Their numbers, with spaces between: every fourth of OLMo 3</source>
        <translation>层号，用空格隔开：OLMo 3 每四层有一层</translation>
    </message>
    <message>
        <source>θ of the window</source>
        <translation>窗口的 θ</translation>
    </message>
    <message>
        <source>Norm of q and k</source>
        <translation>q 和 k 的归一化</translation>
    </message>
    <message>
        <source>Before they are compared, so that no score grows too large: of each head in Qwen 3, of all columns in OLMo 2 and 3</source>
        <translation>在比较之前，免得得分过大：Qwen 3 是每个头，OLMo 2 和 3 是所有列</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>all columns</source>
        <translation>所有列</translation>
    </message>
    <message>
        <source>change the norm of q and k</source>
        <translation>更改 q 和 k 的归一化</translation>
    </message>
    <message>
        <source>Bias by distance</source>
        <translation>按距离的偏置</translation>
    </message>
    <message>
        <source>Added to each scaled score by how far key and query are apart. ALiBi: −slope × distance, as in BLOOM; buckets: a learned number for each head and bucket of distances, as in MPNet</source>
        <translation>按键与查询的距离加到每个缩放后的得分上。ALiBi：−斜率 × 距离，如 BLOOM；分档：每个头、每档距离一个学得的数，如 MPNet</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>分档</translation>
    </message>
    <message>
        <source>change the bias by distance</source>
        <translation>改变按距离的偏置</translation>
    </message>
    <message>
        <source>Scores divided by the layer</source>
        <translation>得分除以层号</translation>
    </message>
    <message>
        <source>Scores of layer l are divided by l besides: an option of GPT-2</source>
        <translation>第 l 层的得分另除以 l：GPT-2 的一个选项</translation>
    </message>
    <message>
        <source>divide scores by the layer</source>
        <translation>得分除以层号</translation>
    </message>
    <message>
        <source>do not divide scores by the layer</source>
        <translation>得分不除以层号</translation>
    </message>
    <message>
        <source>Both read the stream that the layer begins with, as in GPT-J, GPT-NeoX and Phi-2</source>
        <translation>两者都读取该层开始时的流，如 GPT-J、GPT-NeoX 和 Phi-2</translation>
    </message>
    <message>
        <source>put attention and feed forward side by side</source>
        <translation>让注意力与前馈并行</translation>
    </message>
    <message>
        <source>put the feed forward after the attention</source>
        <translation>把前馈放在注意力之后</translation>
    </message>
    <message>
        <source>Embedding size</source>
        <translation>嵌入宽度</translation>
    </message>
    <message>
        <source>Numbers of a token’s row, which a projection widens to d_model, as in ALBERT and ELECTRA</source>
        <translation>词元一行的个数，由投影扩到 d_model，如 ALBERT 和 ELECTRA</translation>
    </message>
    <message>
        <source>set the embedding size to %1</source>
        <translation>把嵌入宽度设为 %1</translation>
    </message>
    <message>
        <source>Token dropout</source>
        <translation>词元 dropout</translation>
    </message>
    <message>
        <source>Rows × 0.88 ÷ (1 − the share of mask tokens), whose rows are 0, as in ESM, which was trained so</source>
        <translation>各行 × 0.88 ÷ (1 − 掩码词元所占的比例)，掩码的行为 0，如 ESM，它就是这样训练的</translation>
    </message>
    <message>
        <source>switch token dropout on</source>
        <translation>打开词元 dropout</translation>
    </message>
    <message>
        <source>switch token dropout off</source>
        <translation>关闭词元 dropout</translation>
    </message>
    <message>
        <source>Every token&apos;s row is multiplied by it: Granite</source>
        <translation>每个词元的行乘以它：Granite</translation>
    </message>
    <message>
        <source>What a sublayer adds to the stream is multiplied by it: Granite</source>
        <translation>子层加到残差流上的内容乘以它：Granite</translation>
    </message>
    <message>
        <source>Logits divided by</source>
        <translation>logits 除以</translation>
    </message>
    <message>
        <source>So that probabilities are less sharp: Granite</source>
        <translation>让概率不那么集中：Granite</translation>
    </message>
    <message>
        <source>set %1 to %2</source>
        <translation>把%1设为 %2</translation>
    </message>
    <message>
        <source>Parallel sublayers</source>
        <translation>并行子层</translation>
    </message>
    <message>
        <source>as d_model</source>
        <translation>同 d_model</translation>
    </message>
    <message>
        <source>First position</source>
        <translation>第一个位置</translation>
    </message>
    <message>
        <source>What the first token counts as: 2 in M2M100 and NLLB, whose rows 0 and 1 are for other things</source>
        <translation>第一个词元的编号：M2M100 和 NLLB 为 2，第 0 行和第 1 行另有用途</translation>
    </message>
    <message>
        <source>Soft cap of scores</source>
        <translation>得分的软上限</translation>
    </message>
    <message>
        <source>Soft cap of logits</source>
        <translation>logits 的软上限</translation>
    </message>
    <message>
        <source>Attention sinks</source>
        <translation>注意力汇点</translation>
    </message>
    <message>
        <source>A learned number of each head joins its softmax and takes weight that goes nowhere, so that a head need not look at anything: gpt-oss</source>
        <translation>每个头的一个学得的数加入它的 softmax，得到的权重不去任何地方，这样头不必看任何词：gpt-oss</translation>
    </message>
    <message>
        <source>give each head a sink</source>
        <translation>给每个头一个汇点</translation>
    </message>
    <message>
        <source>take the sinks away</source>
        <translation>去掉汇点</translation>
    </message>
    <message>
        <source>Narrow tokens alone</source>
        <translation>只有词元窄</translation>
    </message>
    <message>
        <source>With an embedding size: tokens are widened before positions are added, and narrowed again before the output layer, as in OPT-350m</source>
        <translation>用于设有嵌入大小时：词元在加上位置之前扩宽，在输出层之前再变窄，如 OPT-350m</translation>
    </message>
    <message>
        <source>widen tokens before positions are added</source>
        <translation>在加上位置之前扩宽词元</translation>
    </message>
    <message>
        <source>widen tokens after positions are added</source>
        <translation>在加上位置之后扩宽词元</translation>
    </message>
    <message>
        <source>Finds replaced words</source>
        <translation>找出被换过的词</translation>
    </message>
    <message>
        <source>find replaced words</source>
        <translation>找出被换过的词</translation>
    </message>
    <message>
        <source>do not find replaced words</source>
        <translation>不找被换过的词</translation>
    </message>
    <message>
        <source>An output layer that says of each token whether another stood in its place, as that of ELECTRA’s discriminator does; in the place of one that predicts masked words</source>
        <translation>判断每个词元处原来是不是别的词的输出层，如 ELECTRA 的判别器；取代预测掩码词的输出层</translation>
    </message>
    <message>
        <source>The output layer says which tokens were replaced: it predicts no words</source>
        <translation>输出层判断哪些词元被换过：它不预测词</translation>
    </message>
    <message>
        <source>Position p turns the pair of columns c by the angle p × θ^(−2c ÷ d_k): 10000 in Llama 2, 500000 in Llama 3</source>
        <translation>位置 p 把第 c 对列旋转角度 p × θ^(−2c ÷ d_k)：Llama 2 为 10000，Llama 3 为 500000</translation>
    </message>
    <message>
        <source>How angles become smaller for sentences longer than the model was trained with: linear in Vicuna 1.5 16k, dynamic in InternLM 2, Llama 3 in Llama 3.1 to 3.3, YaRN in OLMo 3 and long Qwen, LongRoPE in Phi 3 and 4 mini</source>
        <translation>句子比训练时更长时，角度怎样变小：Vicuna 1.5 16k 用线性，InternLM 2 用动态，Llama 3.1 至 3.3 用 Llama 3，OLMo 3 和长上下文的 Qwen 用 YaRN，Phi 3 和 Phi 4 mini 用 LongRoPE</translation>
    </message>
    <message>
        <source>How many times as long sentences may be, by which angles are divided: 8 in Llama 3.1</source>
        <translation>句子可以长多少倍，角度就除以多少：Llama 3.1 为 8</translation>
    </message>
    <message>
        <source>The longest sentence that the model was trained with: 8192 in Llama 3.1</source>
        <translation>模型训练时最长的句子：Llama 3.1 为 8192</translation>
    </message>
    <message>
        <source>Angles that turn less often within that length are divided by the factor: 1 in Llama 3 and YaRN</source>
        <translation>在这个长度内转得比这更少的角度除以倍数：Llama 3 和 YaRN 为 1</translation>
    </message>
    <message>
        <source>Angles that turn more often within that length stay as they are: 4 in Llama 3, 32 in YaRN</source>
        <translation>在这个长度内转得比这更多的角度保持不变：Llama 3 为 4，YaRN 为 32</translation>
    </message>
    <message>
        <source>YaRN&apos;s mixture begins and ends at a whole column, but not in gpt-oss</source>
        <translation>YaRN 的混合从整列开始、到整列结束；gpt-oss 不是这样</translation>
    </message>
    <message>
        <source>Rotation ×</source>
        <translation>旋转 ×</translation>
    </message>
    <message>
        <source>What each pair&apos;s angle is divided by, with spaces between: Phi 3 and 4 mini</source>
        <translation>每对的角度除以多少，用空格隔开：Phi 3 和 Phi 4 mini</translation>
    </message>
    <message>
        <source>What each pair&apos;s angle is divided by in sentences longer than the length before scaling: Phi 3 and 4 mini</source>
        <translation>句子比缩放前的长度更长时，每对的角度除以多少：Phi 3 和 Phi 4 mini</translation>
    </message>
    <message>
        <source>The rotary base of layers with a window, unscaled: OLMo 3</source>
        <translation>有窗口的层的旋转底数，不缩放：OLMo 3</translation>
    </message>
    <message>
        <source>as θ</source>
        <translation>同 θ</translation>
    </message>
    <message>
        <source>Heads of W_K and W_V, each shared by a group of heads, as in Llama 3 and Mistral; they must divide the heads</source>
        <translation>W_K 和 W_V 的头数，每个由一组头共用，如 Llama 3 和 Mistral；必须能整除头数</translation>
    </message>
    <message>
        <source>W_Q, W_K and W_V alone have biases, as in Qwen 2</source>
        <translation>只有 W_Q、W_K 和 W_V 有偏置，如 Qwen 2</translation>
    </message>
    <message>
        <source>Layer norm: (x − mean) ÷ deviation × gain + bias; RMS norm, as in Llama: x ÷ √(mean square) × gain</source>
        <translation>层归一化：(x − 均值) ÷ 标准差 × 增益 + 偏置；RMS 归一化（如 Llama）：x ÷ √(均方) × 增益</translation>
    </message>
    <message>
        <source>Embedding ×</source>
        <translation>嵌入 ×</translation>
    </message>
    <message>
        <source>Sublayer ×</source>
        <translation>子层 ×</translation>
    </message>
    <message>
        <source>Score ×</source>
        <translation>得分 ×</translation>
    </message>
    <message>
        <source>Scores are multiplied by it and not by 1 ÷ √d_k: Granite</source>
        <translation>得分乘以它，而不是 1 ÷ √d_k：Granite</translation>
    </message>
    <message>
        <source>by score</source>
        <translation>按得分种类</translation>
    </message>
    <message>
        <source>c × tanh(score ÷ c) in the place of a scaled score, so that none exceeds c: 50 in Gemma 2</source>
        <translation>用 c × tanh(得分 ÷ c) 取代缩放后的得分，使其都不超过 c：Gemma 2 为 50</translation>
    </message>
    <message>
        <source>c × tanh(logit ÷ c) in the place of a logit, so that no token is too sure: 30 in Gemma 2</source>
        <translation>用 c × tanh(logit ÷ c) 取代 logit，使任何词元都不会过于确定：Gemma 2 为 30</translation>
    </message>
    <message>
        <source>The longest sentence that the model takes: 1024 in GPT-2, 512 in BERT</source>
        <translation>模型能处理的最长的句子：GPT-2 为 1024，BERT 为 512</translation>
    </message>
</context>
<context>
    <name>regard::Training</name>
    <message>
        <source>learning rate %1</source>
        <translation>学习率 %1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批量 %1</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>随机丢弃 %1</translation>
    </message>
    <message>
        <source>locks</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>options</source>
        <translation>选项</translation>
    </message>
    <message numerus="yes">
        <source>The model has other sizes than the one that learned %n step(s). Begin anew with them, or undo the change.</source>
        <translation>
            <numerusform>模型的尺寸与学了 %n 步的模型不同。请以新的尺寸重新开始，或撤销更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>Begin training anew</source>
        <translation>重新开始训练</translation>
    </message>
    <message>
        <source>Choose a task first.</source>
        <translation>请先选择任务。</translation>
    </message>
    <message>
        <source>There is no task “%1”.</source>
        <translation>没有任务“%1”。</translation>
    </message>
    <message>
        <source>Choose the task “%1”</source>
        <translation>选择任务“%1”</translation>
    </message>
    <message>
        <source>All %L1 steps are taken, and the cosine has brought the learning rate to 0. Add steps or choose another schedule to go on.</source>
        <translation>%L1 步已全部完成，余弦已将学习率降为 0。增加步数或换一种调度即可继续。</translation>
    </message>
    <message numerus="yes">
        <source>Train %n step(s)</source>
        <translation>
            <numerusform>训练 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>回到起点</translation>
    </message>
    <message>
        <source>The project does not say from which file its weights were learned.</source>
        <translation>项目没有说明其权重是从哪个文件学来的。</translation>
    </message>
    <message>
        <source>%1 is outside of the project’s folder and was not opened.</source>
        <translation>%1 在项目文件夹之外，没有打开。</translation>
    </message>
    <message>
        <source>The task offers no model “%1”.</source>
        <translation>这个任务没有模型“%1”。</translation>
    </message>
    <message>
        <source>Put a model beside</source>
        <translation>在旁边放一个模型</translation>
    </message>
    <message>
        <source>That model was not trained on “%1”.</source>
        <translation>那个模型没有用“%1”训练过。</translation>
    </message>
    <message>
        <source>Put a trained model beside</source>
        <translation>在旁边放一个训练好的模型</translation>
    </message>
    <message>
        <source>Remove a model beside</source>
        <translation>移去旁边的一个模型</translation>
    </message>
    <message>
        <source>Take the model beside</source>
        <translation>取用旁边的模型</translation>
    </message>
    <message>
        <source>Put the task’s models beside each other</source>
        <translation>把任务的模型并排放置</translation>
    </message>
    <message>
        <source>A model beside it: %1</source>
        <translation>旁边的一个模型：%1</translation>
    </message>
</context>
<context>
    <name>regard::TrainingAnswer</name>
    <message>
        <source>Why not</source>
        <translation>为何不行</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>About the answer</source>
        <translation>关于回答</translation>
    </message>
    <message>
        <source>Curve of the training</source>
        <translation>训练曲线</translation>
    </message>
    <message>
        <source>What was right and what was lost, step by step; a mark is where a head found its pattern</source>
        <translation>逐步显示答对的比例和损失；标记处是某个头找到其模式的时刻</translation>
    </message>
    <message>
        <source>Choose its file…</source>
        <translation>选择它的文件…</translation>
    </message>
    <message>
        <source>Begin anew</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Make the model for this task</source>
        <translation>建立适合此任务的模型</translation>
    </message>
    <message>
        <source>The file that the weights were learned from, to go on with it</source>
        <translation>权重所学自的文件，以便继续</translation>
    </message>
    <message>
        <source>Begins a run with the present sizes and weights, at step 0</source>
        <translation>以当前的尺寸和权重从第 0 步重新开始</translation>
    </message>
    <message>
        <source>Takes the model that the task wants, with one of its sentences, in place of the present one; Ctrl+Z gives that back</source>
        <translation>用任务所需的模型和它的一个句子代替当前的；Ctrl+Z 可恢复</translation>
    </message>
    <message>
        <source>A sentence that it never trained on.</source>
        <translation>一个从未用于训练的句子。</translation>
    </message>
    <message>
        <source>A sentence that is used in training.</source>
        <translation>一个用于训练的句子。</translation>
    </message>
    <message>
        <source>Not trained yet.</source>
        <translation>尚未训练。</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Nothing is trained yet</source>
        <translation>还没有训练任何模型</translation>
    </message>
    <message>
        <source>▶ Train asks what the model is to learn, and makes the model for it. The present one stays as a snapshot.</source>
        <translation>“▶ 训练”会询问要学什么，并建立相应的模型。当前的模型保留为一个快照。</translation>
    </message>
    <message>
        <source>Half of the answers are usually right after about %L1 steps</source>
        <translation>通常约 %L1 步后，一半的答案就对了</translation>
    </message>
    <message>
        <source>%1: in %2.</source>
        <translation>%1：还要 %2。</translation>
    </message>
    <message>
        <source>Learned: since step %L1 at least %2 % of the answers are right.</source>
        <translation>已学会：从第 %L1 步起，至少 %2 % 的回答是对的。</translation>
    </message>
</context>
<context>
    <name>regard::TrainingDetails</name>
    <message numerus="yes">
        <source>%n token(s) in the vocabulary</source>
        <translation>
            <numerusform>词表 %n 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the longest sentence has %n</source>
        <translation>
            <numerusform>最长的句子有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2; a tenth of the different sentences is not used in training.</source>
        <translation>%1：%2；不同的句子中有十分之一不用于训练。</translation>
    </message>
    <message>
        <source>%L1 drawn of %2</source>
        <translation>从 %2 中抽取 %L1 个</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>走步</translation>
    </message>
    <message>
        <source>Take that many steps</source>
        <translation>走这么多步</translation>
    </message>
    <message>
        <source>Takes as many steps and stops</source>
        <translation>走这么多步后停下</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic loss</source>
        <translation>损失取对数</translation>
    </message>
    <message>
        <source>The axis of the loss by powers of ten</source>
        <translation>损失的轴按十的幂</translation>
    </message>
    <message>
        <source>Model of the task</source>
        <translation>任务的模型</translation>
    </message>
    <message>
        <source>Takes one of the models that the task offers in place of the present one; Ctrl+Z gives that back</source>
        <translation>用任务提供的一种模型取代当前的模型；Ctrl+Z 可以恢复</translation>
    </message>
    <message>
        <source>Another model</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>Number of steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>How many steps “Steps” takes</source>
        <translation>“步数”按钮走多少步</translation>
    </message>
    <message>
        <source>All curves of the training</source>
        <translation>训练的全部曲线</translation>
    </message>
    <message>
        <source>Step %L1 of %L2</source>
        <translation>第 %L1 步，共 %L2 步</translation>
    </message>
    <message>
        <source>%L1 steps/s</source>
        <translation>%L1 步/秒</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>of held-out sentences %1 % right (step %L2)</source>
        <translation>留出句子答对 %1 %（第 %L2 步）</translation>
    </message>
    <message>
        <source>Going on resets the optimiser’s means, which a file does not keep.</source>
        <translation>继续训练时优化器的平均值重新开始：文件不保存它们。</translation>
    </message>
    <message>
        <source>Options of the training</source>
        <translation>训练选项</translation>
    </message>
</context>
<context>
    <name>regard::TrainingOptionsForm</name>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The size of a step; with too high a rate the loss diverges.</source>
        <translation>每一步走多远；过高会使损失无限增大。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Sentences per step; the step lowers their mean loss.</source>
        <translation>每一步所依据的句子数，取其平均损失。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>随机丢弃</translation>
    </message>
    <message>
        <source>The share of numbers that each step leaves out at random: of embeddings, of what sublayers give, and of attention weights. Never outside training.</source>
        <translation>每一步随机略去的数的比例：嵌入、子层的输出和注意力权重。训练之外从不使用。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>The length of the run, after which a cosine has brought the rate to 0.</source>
        <translation>训练的长度；余弦在其末尾将学习率降为 0。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steps in which the rate grows linearly from 0.</source>
        <translation>学习率从 0 均匀增大的步数。</translation>
    </message>
    <message>
        <source>β1</source>
        <translation>β1</translation>
    </message>
    <message>
        <source>How much of the mean gradient is kept from step to step.</source>
        <translation>平均梯度逐步保留多少。</translation>
    </message>
    <message>
        <source>β2</source>
        <translation>β2</translation>
    </message>
    <message>
        <source>The same of the mean squared gradient, by which each weight’s step is divided.</source>
        <translation>梯度平方的平均保留多少；每个权重的步长除以它的根。</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>Added to that divisor, so that it is never 0.</source>
        <translation>加在该除数上，使其不为 0。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>The share, times the rate, that each step takes off every weight but biases, gains and embeddings.</source>
        <translation>每一步从权重中减去的比例（乘以学习率）；偏置、增益和嵌入除外。</translation>
    </message>
    <message>
        <source>Clipping</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>A gradient that is longer is shortened to this length; 0: never.</source>
        <translation>更长的梯度缩短到这个长度；0：从不。</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>The probability that is to go to all tokens alike instead of the right one.</source>
        <translation>应平均分给所有词元、而不给正确词元的概率。</translation>
    </message>
    <message>
        <source>As in Vaswani et al. 2017</source>
        <translation>如 Vaswani 等 2017</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>更多选项</translation>
    </message>
    <message>
        <source>The optimiser, the schedule of the learning rate, and the seed of the random numbers</source>
        <translation>优化器、学习率的变化方式和随机数的来源</translation>
    </message>
    <message>
        <source>β 0.9 and 0.98, ε 1e-9, the √-rule with 4000 steps of warm-up, dropout and label smoothing 0.1</source>
        <translation>β 0.9 和 0.98，ε 1e-9，√ 规则并预热 4000 步，随机丢弃和标签平滑 0.1</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>√-rule</source>
        <translation>√ 规则</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>The schedule of the learning rate: constant after the warm-up; half a cosine down to 0; or that of Vaswani et al., d_model^−0.5 · min(step^−0.5, step · warm-up^−1.5), times the rate above.</source>
        <translation>学习率的变化方式：预热后恒定；沿半个余弦降到 0；或如 Vaswani 等：d_model^−0.5 · min(步^−0.5, 步 · 预热^−1.5)，再乘以上面的学习率。</translation>
    </message>
    <message>
        <source>Seed of training</source>
        <translation>训练的种子</translation>
    </message>
    <message>
        <source>Of the sentences and of dropout: the same seed gives the same run. The first weights are drawn by the seed and the initialisation in Model.</source>
        <translation>句子和随机丢弃的种子：相同的种子给出相同的训练。最初的权重由“模型”中的种子和初始化方式抽取。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
</context>
<context>
    <name>regard::TrainingPanel</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>regard::TrainingRow</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>+%1 steps</source>
        <translation>+%1 步</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Takes ten steps and stops</source>
        <translation>走十步后停下</translation>
    </message>
    <message>
        <source>Take ten steps</source>
        <translation>走十步</translation>
    </message>
    <message>
        <source>+ Model</source>
        <translation>+ 模型</translation>
    </message>
    <message>
        <source>Another model beside this one</source>
        <translation>在旁边再放一个模型</translation>
    </message>
    <message>
        <source>Trains other models that the task offers</source>
        <translation>训练任务提供的其他模型</translation>
    </message>
    <message>
        <source>How many steps are taken in a second: 1 to 100, or as many as there can be</source>
        <translation>每秒走多少步：1 到 100，或尽可能多</translation>
    </message>
    <message>
        <source>More of training</source>
        <translation>训练的更多操作</translation>
    </message>
    <message>
        <source>Options, single steps, files of your own, tables</source>
        <translation>选项、单步、自己的文件、表格</translation>
    </message>
    <message>
        <source>&amp;Options</source>
        <translation>选项(&amp;O)</translation>
    </message>
    <message>
        <source>Learning rate, batch, dropout and all else that a run is made with, and all its curves</source>
        <translation>学习率、批、丢弃法以及训练的其他一切设定，还有全部曲线</translation>
    </message>
    <message>
        <source>&amp;1 step</source>
        <translation>1 步(&amp;1)</translation>
    </message>
    <message>
        <source>Takes one step and stops</source>
        <translation>走一步后停下</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>Back to the weights with which the run began, bit for bit</source>
        <translation>回到训练开始时的权重，逐位相同</translation>
    </message>
    <message>
        <source>Learn from a &amp;file</source>
        <translation>从文件学习(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Pairs…</source>
        <translation>句对(&amp;P)…</translation>
    </message>
    <message>
        <source>Each line a source, a tab and its target: an encoder–decoder learns to write the second, given the first</source>
        <translation>每行是源句、制表符和目标句：编码器–解码器学习根据前者写出后者</translation>
    </message>
    <message>
        <source>&amp;Sentences…</source>
        <translation>句子(&amp;S)…</translation>
    </message>
    <message>
        <source>A sentence a line: a decoder learns which word comes next</source>
        <translation>每行一个句子：解码器学习下一个词是什么</translation>
    </message>
    <message>
        <source>Sentences, words &amp;masked…</source>
        <translation>掩蔽了词的句子(&amp;M)…</translation>
    </message>
    <message>
        <source>A sentence a line: an encoder learns which word stands where one is masked</source>
        <translation>每行一个句子：编码器学习被掩蔽处是什么词</translation>
    </message>
    <message>
        <source>Right by &amp;length</source>
        <translation>按长度答对(&amp;L)</translation>
    </message>
    <message>
        <source>Which share of sentences of each length the task’s models have right, in place of the curve of this run</source>
        <translation>显示该任务的各个模型在每个长度上答对多少比例的句子，取代这次训练的曲线</translation>
    </message>
    <message>
        <source>Curve as &amp;CSV…</source>
        <translation>曲线存为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Saves every number of the curve as a table; Export… saves the picture</source>
        <translation>将曲线的每个数存为表格；“导出…”保存图片</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>答对</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Of 64 sentences that it never trained on, measured every 20 steps</source>
        <translation>从未用于训练的 64 个句子中的比例，每 20 步测一次</translation>
    </message>
    <message>
        <source>Speed: as fast as it can</source>
        <translation>速度：尽可能快</translation>
    </message>
    <message>
        <source>▶ Train</source>
        <translation>▶ 训练</translation>
    </message>
    <message>
        <source>❚❚ Pause</source>
        <translation>❚❚ 暂停</translation>
    </message>
    <message>
        <source>%1, trained</source>
        <translation>%1，已训练</translation>
    </message>
    <message>
        <source>The same with another &amp;seed</source>
        <translation>种子不同的同一模型(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>Train &amp;all %n</source>
        <translation>
            <numerusform>全部训练（%n 个）(&amp;A)</numerusform>
        </translation>
    </message>
    <message>
        <source>Trains each model that the task offers on the same sentences, step by step beside each other. One that is behind catches up first.</source>
        <translation>用同样的句子训练任务提供的每个模型，一步一步并排进行。落后的先赶上来。</translation>
    </message>
    <message>
        <source>How much each has right of each length is measured too.</source>
        <translation>还会测量各模型在每个长度上答对多少。</translation>
    </message>
    <message>
        <source>Pause training</source>
        <translation>暂停训练</translation>
    </message>
    <message>
        <source>Train the model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Stops after the step that is running; what was learned stays</source>
        <translation>走完当前一步后停下；学到的保留</translation>
    </message>
    <message>
        <source>Asks for a task and trains its model</source>
        <translation>请你选一个任务，并训练它的模型</translation>
    </message>
    <message>
        <source>Trains until it is paused, or all steps are taken</source>
        <translation>一直训练，直到暂停或走完所有步</translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation>选择任务</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>What the model is to learn</source>
        <translation>模型要学什么</translation>
    </message>
    <message>
        <source>Speed: 1 step a second</source>
        <translation>速度：每秒 1 步</translation>
    </message>
    <message>
        <source>Speed: %1 steps a second</source>
        <translation>速度：每秒 %1 步</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Step, both</source>
        <translation>步数（两者）</translation>
    </message>
    <message>
        <source>Step, all %1</source>
        <translation>步数（全部 %1 个）</translation>
    </message>
    <message>
        <source>Speed: %1 steps a second, full</source>
        <translation>速度：每秒 %1 步（全速）</translation>
    </message>
    <message>
        <source>Speed: %1 of %2 steps a second</source>
        <translation>速度：每秒 %1 步（设为 %2 步）</translation>
    </message>
</context>
<context>
    <name>regard::UnrolledPanel</name>
    <message>
        <source>States of the recurrent network</source>
        <translation>循环网络的状态</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入一个句子。</translation>
    </message>
    <message>
        <source>Keep the state</source>
        <translation>恢复状态</translation>
    </message>
    <message>
        <source>Set the state to zero</source>
        <translation>把状态置零</translation>
    </message>
    <message>
        <source>&amp;Keep the state</source>
        <translation>恢复状态(&amp;L)</translation>
    </message>
    <message>
        <source>Set the state to &amp;zero</source>
        <translation>把状态置零(&amp;Z)</translation>
    </message>
</context>
<context>
    <name>regard::VocabularyDialog</name>
    <message>
        <source>From the &amp;sentences</source>
        <translation>取自句子(&amp;S)</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>The distinct tokens of both sentences, and the end token</source>
        <translation>两个句子中互不相同的词元，加上结束词元</translation>
    </message>
    <message>
        <source>Words of the vocabulary</source>
        <translation>词表中的词</translation>
    </message>
    <message>
        <source>Separated by white space or line breaks</source>
        <translation>用空白或换行分隔</translation>
    </message>
    <message>
        <source>End token</source>
        <translation>结束词元</translation>
    </message>
    <message>
        <source>Generating stops after this token</source>
        <translation>遇到这个词元后停止生成</translation>
    </message>
    <message>
        <source>&amp;End token</source>
        <translation>结束词元(&amp;E)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 个词</translation>
    </message>
    <message>
        <source>%L1 words</source>
        <translation>%L1 个词</translation>
    </message>
    <message>
        <source>The end token is one word, such as &lt;/s&gt;.</source>
        <translation>结束词元是一个词，例如 &lt;/s&gt;。</translation>
    </message>
    <message>
        <source>Write at least one word, or choose “From the sentences”.</source>
        <translation>请至少写一个词，或选择“取自句子”。</translation>
    </message>
</context>
<context>
    <name>regard::WalkBar</name>
    <message>
        <source>Walk through the stages</source>
        <translation>逐步演示</translation>
    </message>
    <message>
        <source>Frame before</source>
        <translation>上一帧</translation>
    </message>
    <message>
        <source>The frame before in the walk</source>
        <translation>逐步演示的上一帧</translation>
    </message>
    <message>
        <source>Next frame</source>
        <translation>下一帧</translation>
    </message>
    <message>
        <source>The next frame of the walk</source>
        <translation>逐步演示的下一帧</translation>
    </message>
    <message>
        <source>Place in the walk</source>
        <translation>逐步演示的位置</translation>
    </message>
    <message>
        <source>Drag to any frame of the walk; the arrow keys go frame by frame, Page Up and Page Down token by token</source>
        <translation>拖到逐步演示的任一帧；方向键逐帧移动，Page Up 和 Page Down 逐词元移动</translation>
    </message>
    <message>
        <source>0.5×</source>
        <translation>0.5×</translation>
    </message>
    <message>
        <source>1×</source>
        <translation>1×</translation>
    </message>
    <message>
        <source>2×</source>
        <translation>2×</translation>
    </message>
    <message>
        <source>4×</source>
        <translation>4×</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast the walk plays</source>
        <translation>逐步演示播放的速度</translation>
    </message>
    <message>
        <source>this token</source>
        <translation>此词元</translation>
    </message>
    <message>
        <source>every token</source>
        <translation>每个词元</translation>
    </message>
    <message>
        <source>Whom the walk follows</source>
        <translation>逐步演示跟随谁</translation>
    </message>
    <message>
        <source>Walk with the token in focus, or with every token in turn</source>
        <translation>跟随焦点词元，或依次走过每个词元</translation>
    </message>
    <message>
        <source>Export walk…</source>
        <translation>导出逐步演示…</translation>
    </message>
    <message>
        <source>Export walk</source>
        <translation>导出逐步演示</translation>
    </message>
    <message>
        <source>Saves every frame of the walk: numbered pictures, or one PDF with a page each</source>
        <translation>保存逐步演示的每一帧：带编号的图片，或每帧一页的 PDF</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>第 %1 帧，共 %2 帧</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause the walk (P)</source>
        <translation>暂停逐步演示 (P)</translation>
    </message>
    <message>
        <source>Play the walk through the stages (P)</source>
        <translation>逐步播放 (P)</translation>
    </message>
</context>
<context>
    <name>regard::WalkExportDialog</name>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>%1 × %2 pixels is too large: %3 is the most a side; take a lower resolution</source>
        <translation>%1 × %2 像素太大：每边最多 %3；请降低分辨率</translation>
    </message>
    <message>
        <source>There are no steps to walk through; type a sentence first</source>
        <translation>没有可逐步演示的步骤；请先输入句子</translation>
    </message>
    <message>
        <source>PDF, one page a frame</source>
        <translation>PDF，每帧一页</translation>
    </message>
    <message>
        <source>SVG pictures, numbered</source>
        <translation>SVG 图片，带编号</translation>
    </message>
    <message>
        <source>PNG pictures, numbered</source>
        <translation>PNG 图片，带编号</translation>
    </message>
    <message>
        <source>walk</source>
        <translation>逐步演示</translation>
    </message>
    <message>
        <source>Export walk</source>
        <translation>导出逐步演示</translation>
    </message>
    <message>
        <source>Pages: %1, each %2 × %3 inches</source>
        <translation>页数：%1，每页 %2 × %3 英寸</translation>
    </message>
    <message>
        <source>Files: %1, each %2 × %3 inches</source>
        <translation>文件数：%1，每个 %2 × %3 英寸</translation>
    </message>
    <message>
        <source>Files: %1, each %2 × %3 pixels</source>
        <translation>文件数：%1，每个 %2 × %3 像素</translation>
    </message>
    <message>
        <source>Files of these names already exist, such as %1. Do you want to replace them?</source>
        <translation>已经有这些名字的文件，例如 %1。要替换它们吗？</translation>
    </message>
    <message>
        <source>%1 already exists. Do you want to replace it?</source>
        <translation>%1 已经存在。要替换它吗？</translation>
    </message>
    <message>
        <source>Frames: %1, each %2 × %3 pixels</source>
        <translation>帧数：%1，每帧 %2 × %3 像素</translation>
    </message>
    <message>
        <source>WebP, one film</source>
        <translation>WebP，一部影片</translation>
    </message>
</context>
<context>
    <name>regard::WeightCellDelegate</name>
    <message>
        <source>New value of %1</source>
        <translation>%1 的新值</translation>
    </message>
</context>
<context>
    <name>regard::WeightField</name>
    <message>
        <source>&amp;Weight of %1</source>
        <translation>%1 的权重(&amp;W)</translation>
    </message>
    <message>
        <source>Weight of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>From 0 to 1; Enter sets it, nothing makes it as computed</source>
        <translation>从 0 到 1；回车设定，留空则按计算</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>按计算</translation>
    </message>
    <message>
        <source>A weight is a number from 0 to 1.</source>
        <translation>权重是 0 到 1 的数。</translation>
    </message>
    <message>
        <source>Click a word and what it looks at first: then F2 sets that weight.</source>
        <translation>先单击一个词和它看向的词，再按 F2 设定那个权重。</translation>
    </message>
    <message>
        <source>Choose one head first: its weights are set.</source>
        <translation>先选择一个头：设定的是它的权重。</translation>
    </message>
</context>
<context>
    <name>regard::WeightTableModel</name>
    <message>
        <source>“%1” is beyond what float32 holds, about ±3.4e38; %3 keeps %2.</source>
        <translation>“%1”超出 float32 的范围（约 ±3.4e38）；%3 仍为 %2。</translation>
    </message>
    <message>
        <source>“%1” is not a number; %3 keeps %2. Write a number such as -0.5 or 1e-3.</source>
        <translation>“%1”不是数；%3 仍为 %2。请写 -0.5 或 1e-3 这样的数。</translation>
    </message>
    <message>
        <source>%1, column %2</source>
        <translation>%1，第 %2 列</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Head %1, column %2</source>
        <translation>头 %1，第 %2 列</translation>
    </message>
    <message>
        <source>Head %1, row %2</source>
        <translation>头 %1，第 %2 行</translation>
    </message>
    <message>
        <source>%1: this row is random, so the word means nothing yet</source>
        <translation>%1：这一行是随机的，所以这个词还没有含义</translation>
    </message>
    <message>
        <source>%1 (pinned: %2)</source>
        <translation>%1（固定：%2）</translation>
    </message>
    <message>
        <source>%1 (opened: %2)</source>
        <translation>%1（打开时：%2）</translation>
    </message>
    <message>
        <source>k/v head %1</source>
        <translation>键值头 %1</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>Key and value head %1, which heads %2 to %3 read: column %4</source>
        <translation>键值头 %1，由头 %2 到 %3 读取：第 %4 列</translation>
    </message>
</context>
<context>
    <name>regard::WeightsPanel</name>
    <message>
        <source>Weights of the matrix</source>
        <translation>矩阵的权重</translation>
    </message>
    <message>
        <source>Type a number, drag a value sideways, or turn the wheel with Ctrl.
Shift with a click or an arrow key selects a block.</source>
        <translation>输入一个数、左右拖动数值，或按住 Ctrl 转动滚轮。
按住 Shift 单击或按方向键可选择一块。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Set to zero</source>
        <translation>设为零</translation>
    </message>
    <message>
        <source>Revert cell</source>
        <translation>还原单元格</translation>
    </message>
    <message>
        <source>Revert matrix</source>
        <translation>还原矩阵</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>零</translation>
    </message>
    <message>
        <source>All cells 0</source>
        <translation>所有单元格为 0</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>单位矩阵</translation>
    </message>
    <message>
        <source>1 on the diagonal, 0 beside it</source>
        <translation>对角线上为 1，其余为 0</translation>
    </message>
    <message>
        <source>Random, Gaussian</source>
        <translation>随机，高斯</translation>
    </message>
    <message>
        <source>Normal numbers with the model’s deviation</source>
        <translation>正态分布的数，标准差取模型的</translation>
    </message>
    <message>
        <source>Random, Xavier</source>
        <translation>随机，Xavier</translation>
    </message>
    <message>
        <source>Uniform numbers within ± √(6 / (inputs + outputs))</source>
        <translation>在 ± √(6 / (输入数 + 输出数)) 内均匀分布的数</translation>
    </message>
    <message>
        <source>Random, Kaiming</source>
        <translation>随机，Kaiming</translation>
    </message>
    <message>
        <source>Normal numbers with deviation √(2 / inputs)</source>
        <translation>正态分布的数，标准差为 √(2 / 输入数)</translation>
    </message>
    <message>
        <source>There is not enough memory for this; the weights stay as they were.</source>
        <translation>内存不足；权重保持不变。</translation>
    </message>
    <message>
        <source>paste %1 × %2 cells</source>
        <translation>粘贴 %1 × %2 个单元格</translation>
    </message>
    <message>
        <source>set cells to zero</source>
        <translation>单元格设为零</translation>
    </message>
    <message>
        <source>fill cells</source>
        <translation>填充单元格</translation>
    </message>
    <message>
        <source>revert cells</source>
        <translation>还原单元格</translation>
    </message>
    <message>
        <source>The pinned state has no such matrix</source>
        <translation>固定的状态没有这个矩阵</translation>
    </message>
    <message>
        <source>Not compared with the pinned state: %1</source>
        <translation>未与固定的状态比较：%1</translation>
    </message>
    <message>
        <source>Not compared with the opened model: %1</source>
        <translation>未与打开的模型比较：%1</translation>
    </message>
    <message>
        <source>The output is tied: a token’s row of E is its column of W_out too, so an edit of E counts in both.</source>
        <translation>输出是绑定的：词元在 E 中的行同时也是它在 W_out 中的列，因此对 E 的编辑对两者都有效。</translation>
    </message>
    <message>
        <source>Pasted %1 × %2 numbers; commas read as decimal points.</source>
        <translation>已粘贴 %1 × %2 个数；逗号读作小数点。</translation>
    </message>
    <message>
        <source>Pasted %1 × %2 numbers; commas read as separators.</source>
        <translation>已粘贴 %1 × %2 个数；逗号读作分隔符。</translation>
    </message>
    <message>
        <source>Read as %1 × %2</source>
        <translation>读作 %1 × %2</translation>
    </message>
    <message>
        <source>Changed cells</source>
        <translation>已改动的单元格</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>The selected cells as they were in the pinned state, or when the model was opened where nothing is pinned</source>
        <translation>把选中的格子恢复为固定状态中的值；没有固定时，恢复为打开模型时的值</translation>
    </message>
    <message>
        <source>Paste a block</source>
        <translation>粘贴一块数</translation>
    </message>
    <message>
        <source>Paste a block of numbers from a spreadsheet at the current cell (Ctrl+V)</source>
        <translation>从电子表格粘贴一块数到当前单元格 (Ctrl+V)</translation>
    </message>
    <message>
        <source>Fill the selected cells, or the whole matrix where at most one is selected</source>
        <translation>填充选中的单元格；最多只选中一个时填充整个矩阵</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 × %4 of %5</source>
        <translation>%1 · %2 · %3 × %4（共 %5 列）</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 of %4 × %5</source>
        <translation>%1 · %2 · %3（共 %4 行）× %5</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>The pinned state has %1 × %2 of it</source>
        <translation>固定状态中它是 %1 × %2</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未更改</translation>
    </message>
    <message>
        <source>1 cell changed</source>
        <translation>改动了 1 个单元格</translation>
    </message>
    <message>
        <source>%L1 cells changed</source>
        <translation>改动了 %L1 个单元格</translation>
    </message>
    <message>
        <source>Cells whose value is not the one in the pinned state</source>
        <translation>值与固定状态不同的单元格</translation>
    </message>
    <message>
        <source>Cells whose value is not the one that was opened</source>
        <translation>值与打开时不同的单元格</translation>
    </message>
</context>
<context>
    <name>regard::WhyPanel</name>
    <message>
        <source>Why one token looks at another</source>
        <translation>一个词元为什么看另一个</translation>
    </message>
    <message>
        <source>Type a sentence first.</source>
        <translation>请先输入句子。</translation>
    </message>
    <message>
        <source>Click a token or a cell to see where its weight comes from.</source>
        <translation>单击一个词元或格子，看它的权重从何而来。</translation>
    </message>
    <message>
        <source>↶ Undo</source>
        <translation>↶ 撤销</translation>
    </message>
    <message>
        <source>Undoes the change of the cell</source>
        <translation>撤销对这个格子的修改</translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ 播放</translation>
    </message>
    <message>
        <source>Shows step by step how this weight comes about</source>
        <translation>一步一步显示这个权重怎样得来</translation>
    </message>
    <message>
        <source>The calculation of this word, step by step</source>
        <translation>这个词的计算，一步一步</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>“%1” looks at “%2”</source>
        <translation>“%1”看“%2”</translation>
    </message>
    <message>
        <source>A file of attention has weights alone: nothing to calculate them from.</source>
        <translation>注意力文件只有权重，没有可以用来计算它们的东西。</translation>
    </message>
    <message>
        <source>%1, before: %2</source>
        <translation>%1，之前：%2</translation>
    </message>
    <message>
        <source>The %1 is %2. Change it:</source>
        <translation>%1 来自 %2，改一改：</translation>
    </message>
    <message>
        <source>%1 is %2. Change it:</source>
        <translation>%1 是 %2，改一改：</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试试 %1</translation>
    </message>
    <message>
        <source>Changes %1 so that the link can be seen to change</source>
        <translation>修改 %1，可以看到连线随之改变</translation>
    </message>
    <message>
        <source>change a cell</source>
        <translation>改一格</translation>
    </message>
    <message>
        <source>About this project</source>
        <translation>关于本项目</translation>
    </message>
    <message>
        <source>%1: </source>
        <translation>%1：</translation>
    </message>
</context>
<context>
    <name>regard::WidthOffers</name>
    <message>
        <source>Makes the refused change, with a matrix that turns the heads&apos; outputs into d_model numbers; one undo step</source>
        <translation>作出被拒绝的改动，并用一个矩阵把各头给出的数变成 d_model 个；一步撤销</translation>
    </message>
    <message>
        <source>Makes the refused change, with heads that together give d_model numbers; one undo step</source>
        <translation>作出被拒绝的改动，并使各头合起来给出 d_model 个数；一步撤销</translation>
    </message>
    <message>
        <source>Match the widths</source>
        <translation>使宽度一致</translation>
    </message>
    <message>
        <source>Tick “%1” too</source>
        <translation>同时勾选“%1”</translation>
    </message>
    <message>
        <source>%1, with the output projection</source>
        <translation>%1，并启用输出投影</translation>
    </message>
    <message>
        <source>Set “%1” to %2 too</source>
        <translation>同时把“%1”设为 %2</translation>
    </message>
    <message>
        <source>%1, with d_v %2</source>
        <translation>%1，并把 d_v 设为 %2</translation>
    </message>
</context>
</TS>
