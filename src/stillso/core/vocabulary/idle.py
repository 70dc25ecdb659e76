"""Chinese words that say nothing of what is looked for: they ask, point, count time or hold a sentence together.

What stands on either side of one is no word: a question is cut at them before its pairs are taken. A selection, our
choice; the longest is taken first. Of single characters only
those that stand in hardly any word.
"""

from __future__ import annotations

IDLE = """
什麼 甚麼 怎麼 怎樣 怎麼樣 怎麼辦 為什麼 為何 如何 多少 多久 多大 多長 多遠 哪裡 哪邊 哪個 哪些
哪一個 哪一位 哪位 哪天 哪幾天 哪種 哪家 幾點 幾個 幾天 幾號 幾次 誰 哪 何時 是否 是不是 有沒有
能不能 可不可以 要不要 會不會 該不該 需不需要 好不好 嗎 呢 吧 啊 呀 喔 哦 啦 嘛 我 你 妳 您
他 她 它 我們 你們 他們 大家 自己 人家 別人 這 那 這個 那個 這些 那些 這樣 那樣 這裡 那裡
這邊 那邊 這種 那種 可以 能夠 需要 應該 必須 想要 打算 希望 請問 麻煩 幫我 是 或是 還是 以及
為了 因為 所以 如果 假如 的話 但是 不過 雖然 而且 就 就是 都 也 還 很 比較 非常 真的 有點
一點 一些 全部 所有 任何 其他 另外 一個 一下 一直 一定 一樣 現在 目前 今天 最近 之前 之後 以前
以後 後來 已經 剛剛 剛才 平常 平時 通常 有時候 時候 的時候 那時候 當時 到時候 的 了 知道 記得
覺得 沒有 不是 不會 不用 別的
""".split()
