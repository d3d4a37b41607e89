/**
 * The index of hospitals for search: `/data/hospitals-en.json`, `/data/hospitals-cn.json`
 * (`src/lib/hospitals/hospitals.ts`).
 */
import type { APIRoute } from 'astro'
import { loadHospitals } from '../../features/info/content/hospital-list'
import { indexOf } from '../../lib/hospitals/hospital-index'
import { LANGS, langOf } from '../../lib/locale'

export const getStaticPaths = () => LANGS.map((lang) => ({ params: { lang } }))

export const GET: APIRoute = ({ params }) => Response.json(indexOf(loadHospitals(), langOf(params['lang'])))
