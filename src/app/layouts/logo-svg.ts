/** The logo, rendered once for all pages: each contains it twice, and rendering it by React took a tenth of the build. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Logo } from '../../ui/Logo.tsx'

export const LOGO_SVG = renderToStaticMarkup(createElement(Logo))
