import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../routes.ts'
import { sectionOf, SECTIONS } from './sections.ts'

describe('the picture of a page', () => {
  it('is its own or that of its list on every page with something to read', () => {
    const read = ROUTES.filter(({ id }) =>
      /^(plan|insurance|efficient|web_|claims|faq|hospital|information|notice)/.test(id),
    )
    expect(read.filter(({ id }) => sectionOf(id) === 'home').map(({ id }) => id)).toEqual([])
  })

  it('is the front page’s for pages of one person', () => {
    expect(sectionOf('confirm')).toBe('home')
    expect(sectionOf('personal')).toBe('home')
    expect(SECTIONS).toContain(sectionOf('notice.entry'))
  })
})
