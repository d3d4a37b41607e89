/**
 * A name as strangers see it (payment link, check of a document, a school's list): its surname and how long it is, and
 * nothing more. Of passport names and of names with a middle dot, whose first part is no surname, the first letter
 * stays. Runs on the server. Used by `what-a-payer-sees`, `prepaid-invoice`, `verify-document`, `what-a-school-sees`
 * and `student-side-of-campaign`.
 */

/** Surnames of two characters, from the Hundred Family Surnames. */
const COMPOUND = new Set(
  (
    '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 长孙 宇文 鲜于 闻人 赫连 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 仲孙 轩辕 钟离 司空 ' +
    '百里 呼延 东郭 南宫 西门 独孤 第五 万俟 闾丘 端木 公羊 拓跋 乐正 左丘 梁丘 南门 东门 歐陽 司馬 諸葛 東方 尉遲 公孫 長孫 獨孤 鍾離 南宮'
  ).split(' '),
)

const HAN = /^\p{Script=Han}/u

export function maskedName(name: string): string {
  const letters = Array.from(name.trim())
  const start = letters.slice(0, 2).join('')
  // A name of two characters has a given name, so its surname has one.
  const kept = letters.length > 2 && HAN.test(start) && !name.includes('·') && COMPOUND.has(start) ? 2 : 1
  const masked = letters.map((letter, index) => (index < kept || /[\s·]/.test(letter) ? letter : '•')).join('')
  return letters.length === 1 ? `${masked}•` : masked
}
