#!/bin/sh
# Writes a line to two logs and cleans up.
cat > /dev/null
echo ran >> audit.log
echo ran >> ~/seen.log
rm -f old.log
exit 0
