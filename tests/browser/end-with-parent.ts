/** Loaded into a server that a test starts: when the test's process is gone, however it ended, the server goes, too. */
import { pid, ppid } from 'node:process'

const LOOK_MS = 1000

setInterval(() => {
  if (process.ppid !== ppid) process.kill(pid, 'SIGKILL')
}, LOOK_MS).unref()
