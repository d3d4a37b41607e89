/** What comes along when words are pasted: notes to colleagues, heads of mails, names of senders in a chat, comments. */
const WHO = '领导|上级|主管|经理|总监|老板|法务|合规|各位|同事'

export const NOTES_TO_COLLEAGUES: readonly RegExp[] = [
  new RegExp(`待(?:${WHO}).{0,4}?(?:确认|审核|审批|批准|核实|审定)`),
  /[（([【]\s*待[^）)\]】]{0,8}?(?:审核|审批|批准|核实|审定)[^）)\]】]{0,6}[）)\]】]/,
  new RegExp(`请(?:${WHO})?(?:审核|审阅|审批|批示|过目)(?=$|[。；，、!！…）)\\]】])`),
  /[（([]\s*(?:draft |pending |awaiting |sent )?(?:for )?(?:your |my |internal |legal |final |management )*(?:approval|sign-off)[^（）()[\]]*[）)\]]/i,
  /^\s*(?:pending|awaiting|for) (?:your |internal |legal |final )?(?:approval|review|sign-off)[.:]?\s*$/i,
  /^(?:Hi|Hello|Hey|Dear) (?:all|team|[A-Z][a-z]+),? (?:please|can you|could you)\b/,
  /\bplease (?:put|publish|upload|post) (?:this|it|them) (?:online|today|on the (?:site|website))\b/i,
  /(?:麻烦|辛苦|请帮忙)(?:您|你)?(?:今天|明天|尽快|帮忙)?(?:上线|发布|上传|更新一下)/,
]

/** The commonest surnames; a day of the week begins with one of them. */
const SURNAMES =
  '王李张刘陈杨黄赵吴徐孙马朱胡郭何林罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱侯邹熊孟秦薛尹段雷龙陶贺顾毛郝龚邵'
const FACES =
  '微笑|呲牙|强|抱拳|玫瑰|捂脸|偷笑|合十|爱心|鲜花|握手|愉快|憨笑|得意|鼓掌|胜利|OK|Smile|Grin|ThumbsUp|Rose|Facepalm|图片|表情|语音|视频|文件|Photo|Sticker'

export const COPIED_WITH: readonly RegExp[] = [
  new RegExp(String.raw`^[\s>*-]*[${SURNAMES}]\p{Script=Han}{1,2} ?\d{1,2}:\d\d(?::\d\d)? ?(?:[：:]|$)`, 'u'),
  new RegExp(String.raw`\[(?:${FACES})\](?!\()`),
  /Commented \[[A-Z]{1,4}\d+\]|批注 ?[[［【][A-Z]{1,4}\d+[\]］】]/,
  /^[\s>]*On .{6,100} wrote:\s*$|^[\s>]*.{0,60}写道[：:]\s*$/,
  /-{3,} ?(?:Original Message|Forwarded message|原始邮件|转发邮件|邮件原件) ?-{3,}/i,
  /^[\s>*]*(?:发件人|收件人|发送时间|抄送)[：:]/,
]
