/** Rewrites the list in a country's file and leaves what is above it as the editor wrote it. */
import { parseDocument, YAMLMap, YAMLSeq, type Document } from 'yaml'
import type { HospitalRow } from '../../../lib/hospitals/hospital-files.ts'

export interface NewList {
  sample: boolean
  asOf: string
  states: Readonly<Record<string, { en: string; cn: string }>>
  hospitals: readonly HospitalRow[]
}

/** The text of the file with this list in place of its old one. `text` must be YAML that parses. */
export function withList(text: string, { sample, asOf, states, hospitals }: NewList): string {
  const doc = parseDocument(text)
  doc.set('sample', sample)
  doc.set('asOf', asOf)
  doc.set('states', statesNode(doc, states))
  doc.set('hospitals', hospitalsNode(doc, hospitals))
  return doc.toString({ lineWidth: 0 })
}

const flow = (doc: Document, value: unknown) => doc.createNode(value, { flow: true })

function statesNode(doc: Document, states: NewList['states']): YAMLMap {
  const map = new YAMLMap()
  for (const [id, name] of Object.entries(states)) map.set(id, flow(doc, name))
  return map
}

/** Names and places on one line each, so that a row reads easily and a change is a one-line diff. */
function hospitalsNode(doc: Document, hospitals: readonly HospitalRow[]): YAMLSeq {
  const list = new YAMLSeq()
  for (const row of hospitals) {
    const item = new YAMLMap()
    for (const [field, value] of Object.entries(row)) {
      if (value === undefined) continue
      item.set(field, typeof value === 'object' ? flow(doc, value) : doc.createNode(value))
    }
    list.add(item)
  }
  if (hospitals.length === 0) list.flow = true
  return list
}
