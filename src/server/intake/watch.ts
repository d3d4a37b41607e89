import { readFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'

const EVERY = 20
const PAGE = 4096

/**
 * Ends a process that takes longer or holds more than it may: what a bomb unpacks lies outside of every heap that Node
 * bounds. Memory is read where there is a /proc (Linux); elsewhere the time alone counts. Returns how to stop watching.
 */
export function watch(child: ChildProcess, most: { seconds: number; bytes: number }): () => void {
  const end = (): void => void child.kill('SIGKILL')
  const limit = setTimeout(end, most.seconds * 1000)
  const look = setInterval(() => {
    void readFile(`/proc/${child.pid}/statm`, 'utf8').then((text) => {
      if (Number(text.split(' ')[1]) * PAGE > most.bytes) end()
    }, () => clearInterval(look))
  }, EVERY)
  return () => {
    clearTimeout(limit)
    clearInterval(look)
  }
}
