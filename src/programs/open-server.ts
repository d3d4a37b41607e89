/** A server of all features and tables: what every program opens, and every test. */
import { keepContent } from '../app/content/content-folder.ts'
import { createServer, type Options, type Server } from '../server/create-server.ts'
import { ALL_TABLES } from './database-tables.ts'
import { features } from './feature-list.ts'

/** The program of threads that draw documents. */
const DRAWING_THREAD = new URL('./server/draw.worker.ts', import.meta.url)

/** `features`: fewer of them, or others, in a test. What it sells is the content as it lies in the folder now. */
export function openServer(
  options: Omit<Options, 'features' | 'tables' | 'drawingThread'> & Partial<Pick<Options, 'features'>>,
): Promise<Server> {
  keepContent()
  return createServer({ features, tables: ALL_TABLES, drawingThread: DRAWING_THREAD, ...options })
}
