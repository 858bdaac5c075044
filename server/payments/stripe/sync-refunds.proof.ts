import '#tests/support/with-stripe.ts'
import '../../refunds/sync-refunds.test.ts'
