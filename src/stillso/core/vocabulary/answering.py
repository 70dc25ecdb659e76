"""Yes, no, not now, and questions for leave."""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

# --- answers ---------------------------------------------------------------------------------------------------

#: A sentence of an agent that asks without a question mark.
TELL_ME = Words(
    r"""
    (?:tell me|let me know|please confirm|confirm)\s+(?:if|whether|which|that|when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:please say|say)\s+(?:if|whether|which|that|when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:i need to know|i'd like to know|i would like to know)\s+(?:if|whether|which|that)
    (?:i need to know|i'd like to know|i would like to know)\s+(?:when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:shall|should|may|can) i
    (?:請(?:你|您)?|麻煩(?:你|您)?)?(?:告訴我|跟我說|讓我知道|回覆我?|說一下)[^。]{0,20}(?:是否|還|哪|不|要|有|對|能)
    (?:請(?:你|您)?|麻煩(?:你|您)?)(?:幫忙)?(?:確認|核准|決定|選)|想(?:跟|和|向)?(?:你|您)?(?:確認|請問|問)
    """
)
#: The whole clause is assent.
YES = Words(
    """
    yes|yep|yup|yeah|ya|y|ok|okay|k|sure|right|correct|exactly|indeed|absolutely|definitely|of course|certainly|fine
    agreed|approved?|approve it|confirm|confirmed|lgtm|go ahead|go for it|do it|do that|please do|do so|sounds good
    keep it|remember it|save it|note it|write it down
    works for me|all good|good|great|perfect|no problem|not a problem|no objections?|please|all of them|both|unchanged
    nothing changed|same|that's (?:right|correct|fine|true)|that is (?:right|correct|true)|as you (?:say|said|propose)
    as you suggest|as you suggested|still
    still (?:so|true|holds?|valid|applies|apply|the case|stands?|is|does|the same)
    (?:it|this|that|they) (?:still )?(?:is|does|holds?|do|are|applies|apply|stands?)(?: still)?(?: true)?
    """,
    zh(
        """
        好 好的 好啊 可 可以 可以的 行 對 對的 沒錯 是 是的 是啊 嗯 恩 沒問題 照你說的 照你說的做 照你說的辦
        照你說的來 照做 照辦
        記住 記下來 記著 記下 留著 存起來
        照舊 照你的 就這樣 就這樣做 就這麼辦 就這麼做 還是 還是這樣 還是一樣 還是如此 還是對 還是有效 還是要 仍然
        仍然是 仍然如此 仍然有效
        一樣 同意 核准 批准 確認 確定 當然 請做 請照辦 請繼續 沒變 沒有變 沒改變 沒有改變 不變 繼續 要 要的 需要 有
        有的 成立 有效
        全部 都對 都可以 都好 都是 都要 這樣就好 這樣可以 這樣沒錯 這樣很好 就好 麻煩你 麻煩 👍 👌 ✅ 🆗
        """
    ),
)
#: The whole clause denies, or says that it is no longer or not yet so.
NO = Words(
    """
    no|nope|nah|n|not yet|not any ?more|no longer|no more|not really|not now|never|don't|do not|please don't
    don't do (?:it|that)|reject|rejected|wrong|incorrect|false|cancel|stop|changed|neither|none|not so|not true
    not at all
    of course not|absolutely not|definitely not|(?:it|that|this|things?)(?: has|'s)? changed
    (?:it|that|this|they)(?:'s|'re| is| are) not(?: so| true| right| yet| any ?more)?
    (?:it|that|this|they) (?:isn't|aren't|doesn't|don't|hasn't|haven't)(?: so| true| right| yet| any ?more)?
    that's (?:wrong|not right|not true)
    """,
    zh(
        """
        不 不是 不是的 不要 不用 不行 不可以 不對 沒 沒有 還沒 還沒有 尚未 還不行 還不是 還不要 還不可以 先不要 先不用
        先別 別 否 改 改了 變了
        已經改 已經變 改過 不同意 拒絕 取消 算了 算了吧 不必 不需要 不再 不再是 不再這樣 不再需要 不再成立 不再有效
        已經不是 已經不用 已經不要
        已經不需要 不是這樣 不是這個 不一樣 不成立 失效 過期 不好 都不是 都不要 都不對 錯 👎 ❌
        """
    ),
)
#: Neither: the person does not know, or puts it off.
PUT_OFF = Words(
    """
    maybe|perhaps|later|not sure|i'm not sure|dunno|idk|i don't know|don't know|hmm|hm|whatever|ask (?:me )?later
    i guess
    depends|it depends|possibly|probably|one sec|one second|wait|good question|what|huh
    """,
    zh(
        """
        稍後 晚點 晚點再說 等等 等一下 等等再說 再說 不知道 不確定 我不確定 我不知道 也許 可能 大概 隨便 看情況 看著辦
        不清楚 再看看
        再想想 之後再說 什麼 收到 了解 哦 喔 蛤
        """
    ),
)
#: Says nothing either way.
COURTESY = Words("thanks|thank you|thx|hi|hello|hey|please", zh("謝謝 謝啦 感謝 你好 您好 哈囉 辛苦了 拜託"))

#: Asks for leave to do something.
LEAVE = Words(
    r"""
    (?:shall|should|can|could|may) (?:I|we)
    (?:do you |you )?want (?:me|us) to
    would you like (?:me|us) to
    (?:ok|okay) (?:to|if I)
    (?:is it|would it be) (?:ok|okay|fine|all right) (?:to|if I|if we)
    (?:要|需要|可以|能|該)(?:不要|不能|不該)?(?:讓)?我|我(?:可以|能|該|要不要|可不可以|能不能|該不該)
    """
)

#: Asks to carry a candidate out.
APPROVES = Words(
    r"""
    (?:approve|accept|keep|remember|save|store|note|record|write|add|confirm|adopt|apply|go ahead|do)
    """,
    zh("核准 批准 同意 接受 保留 記 存 寫 加 採用 套用 照"),
)
#: Asks to turn it down.
REFUSES = Words(
    r"(?:refuse|reject|drop|delete|remove|discard|decline|skip|cancel|wrong|ignore|close)",
    zh("拒絕 否決 刪 取消 丟 撤 不要 略過 錯 忽略 別"),
)
