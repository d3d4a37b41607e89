import {
  chineseWords,
  countIn,
  fold,
  groupsOf,
  normaliseQuery,
  questionWordsOf,
  standIns,
  termsOf,
} from '../../../app/search/query.ts'

export interface Answer {
  title: string
  text: string
}

/** What the search of the questions loads with the first letter: `/data/faq-en.json`. */
export interface AnswersBeside {
  /** Words with one meaning, as the search of the whole site has them. */
  same: string
  /** Guides, and lists of hospitals: many people ask here for what those answer. */
  pages: (Answer & { href: string })[]
}

export interface RankedAnswers {
  /** Numbers of the answers, the likeliest first. */
  order: number[]
  /** Each has only some of the words. */
  some: boolean
}

/**
 * The answers that have the words of a query, or others of the same meaning: all of the words or, where no answer has
 * all, as many as any has. Words are read as the search of the whole site reads them; a title that is what was typed
 * comes first, then titles with more of its words. `same` is that search's list (`search:same`).
 */
export function rankAnswers(answers: readonly Answer[], query: string, same: string): RankedAnswers {
  const titles = answers.map(({ title }) => title)
  // Words of titles are known words: the browser alone would cut 转学了 into characters.
  const groups = [...groupsOf(same), ...chineseWords(titles.join('\n')).map((word) => [word])]
  const typed = termsOf(query, groups)
  const terms = typed.map((term) => standIns(term, groups))
  const asWritten = [...typed, ...questionWordsOf(query, groups)].map((word) => [word])
  const whole = fold(normaliseQuery(query))
  const rows = answers.map(({ title, text }, at) => ({
    at,
    has: countIn(`${title}\n${text}`, terms),
    points: (fold(title).includes(whole) ? 9 : 0) + 2 * countIn(title, terms) + countIn(title, asWritten),
  }))
  const most = Math.max(0, ...rows.map(({ has }) => has))
  return {
    order: rows
      .filter(({ has }) => most > 0 && has === most)
      .sort((a, b) => b.points - a.points || a.at - b.at)
      .map(({ at }) => at),
    some: most < terms.length,
  }
}
