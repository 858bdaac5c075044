import '#tests/support/with-stripe.ts'
import '../../refunds/refund-order.test.ts'
