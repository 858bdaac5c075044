import { playCareRound } from '#tests/support/crash/crash-care-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s loses no change, message, parcel or mail, and repeats none (81)', playCareRound)
