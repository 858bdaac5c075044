import { readers } from '../readers.ts'
import { serveReaders } from './serve-readers.ts'

/**
 * The process that reads what strangers write, and may die of it. server/platform/reading starts it and limits its processor time and
 * memory; it has neither secrets nor connections.
 */
serveReaders(readers)
