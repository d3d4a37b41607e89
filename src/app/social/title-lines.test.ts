import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanced, pieces, setTitle } from './title-lines.ts'

/** A letter has width one, a Chinese character two. */
const wide = (text: string): number =>
  Array.from(text).reduce((sum, char) => sum + (/[\u2e80-\uffff]/.test(char) ? 2 : 1), 0)

describe('pieces', () => {
  it('keep words, numbers with their unit, and marks with what they belong to', () => {
    expect(pieces('How to read a US bill, line by line')).toEqual([
      'How ',
      'to ',
      'read ',
      'a ',
      'US ',
      'bill, ',
      'line ',
      'by ',
      'line',
    ])
    expect(pieces('E-invoices: the twenty-digit number').slice(0, 2)).toEqual(['E-invoices: ', 'the '])
    expect(pieces('2027年入学')).toContain('2027年')
    expect(pieces('OSHC、IHS')).toEqual(['OSHC、', 'IHS'])
    const marked = pieces('索要“验证码”的来电（全天）。')
    expect(marked.filter((piece) => /^[”。）的]|[“（]$/.test(piece))).toEqual([])
  })

  it('lose nothing but spaces around and between', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(pieces(text).join('')).toBe(text.trim().replace(/\s+/g, ' '))
      }),
    )
  })
})

describe('balanced', () => {
  it('breaks after a pause rather than inside a phrase', () => {
    expect(balanced('OSHC、IHS、日本国保：哪些费用不赔', 22, wide)).toEqual(['OSHC、IHS、日本国保：', '哪些费用不赔'])
    expect(balanced('写给家长：出发前说好十件事', 18, wide)).toEqual(['写给家长：', '出发前说好十件事'])
    expect(balanced('出国前要带上的病历清单', 16, wide)).not.toContain('的病历清单')
  })

  it('leaves no short last line', () => {
    expect(balanced('one two three four five six', 22, wide)).toEqual(['one two three', 'four five six'])
  })

  it('fits every line, in as few lines as filling does, with all the words', () => {
    const word = fc.constantFrom(
      '免赔额',
      '，',
      '。',
      '“',
      '”',
      '医院',
      'OSHC',
      '30',
      '岁',
      ' ',
      'word',
      'extraordinarily',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.integer({ min: 6, max: 40 }), (words, width) => {
        const text = words.join('')
        const lines = balanced(text, width, wide)
        expect(lines.every((line) => wide(line) <= width)).toBe(true)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})

describe('a title', () => {
  const at = (size: number) => (text: string) => wide(text) * size

  it('is as large as its room allows', () => {
    expect(setTitle('Dental', 100, [10, 5], () => 2, at)).toEqual({ size: 10, lines: ['Dental'] })
    expect(setTitle('Dental care abroad', 60, [10, 5], () => 1, at).size).toBe(5)
  })

  it('is cut with an ellipsis where even the smallest is too long', () => {
    const { lines } = setTitle('免赔额、自付、限额：一个例子，三种方案', 60, [5], () => 2, at)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/[^，、：]…$/)
    expect(lines.every((line) => wide(line) * 5 <= 60)).toBe(true)
  })
})
