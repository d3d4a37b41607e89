/**
 * Text with marked parts: `rich(t('…'), { terms: (text) => <a …>{text}</a> })`. Marks are `<name>…</name>`, never
 * nested.
 */
import { Fragment, type ReactNode } from 'react'

export type Marks = Record<string, (text: string) => ReactNode>

export function richText(text: string, marks: Marks): ReactNode {
  return text.split(/(<\w+>.*?<\/\w+>)/g).map((part, index) => {
    const match = /^<(\w+)>(.*?)<\/\1>$/.exec(part)
    const mark = match?.[1] ? marks[match[1]] : undefined
    return <Fragment key={index}>{mark ? mark(match?.[2] ?? '') : part}</Fragment>
  })
}
