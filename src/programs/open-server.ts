/** A server of all features and tables: what every program opens, and every test. */
import { createServer, type Options, type Server } from '../server/create-server.ts'
import { ALL_TABLES } from './database-tables.ts'
import { features } from './feature-list.ts'

/** The program of threads that draw documents. */
const DRAWING_THREAD = new URL('./server/draw.worker.ts', import.meta.url)

/** `features`: fewer of them, or others, in a test. */
export const openServer = (
  options: Omit<Options, 'features' | 'tables' | 'drawingThread'> & Partial<Pick<Options, 'features'>>,
): Promise<Server> => createServer({ features, tables: ALL_TABLES, drawingThread: DRAWING_THREAD, ...options })
