/** Sample pictures of documents as files: `/assets/samples/invoice-good.1b2c3d4e.svg`. */
import type { APIRoute } from 'astro'
import drawing from '../../../app/styles/drawing.css?raw'
import theme from '../../../app/styles/theme.css?raw'
import { pictureSvg, sheetOf } from '../../../features/claims/screens/samples/svg-file'
import {
  DOCUMENT_PICTURES,
  pictureFile,
  type DocumentPicture,
  type Quality,
} from '../../../lib/content/document-pictures'

interface Props {
  id: DocumentPicture
  quality: Quality
}
const css = sheetOf(drawing, theme)

export const getStaticPaths = () =>
  DOCUMENT_PICTURES.flatMap((id) =>
    (['good', 'bad'] as const).map((quality) => ({
      params: { name: pictureFile(id, quality) },
      props: { id, quality },
    })),
  )

export const GET: APIRoute<Props> = ({ props: { id, quality } }) =>
  new Response(pictureSvg(id, quality, css), { headers: { 'content-type': 'image/svg+xml' } })
