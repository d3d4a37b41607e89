/** The mark, drawn once for all pages: each has it twice, and React took a tenth of the build to draw it. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Mark } from '../../ui/Mark.tsx'

export const MARK = renderToStaticMarkup(createElement(Mark))
