import { playRefundRound } from '#tests/support/crash/crash-refund-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('row 73, row 74: a process that dies %s leaves no money given back twice or not at all', playRefundRound)
